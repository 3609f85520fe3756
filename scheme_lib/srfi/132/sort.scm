;;; Sorting and merging: a stable merge sort over vectors; lists go through
;;; one. It runs from the bottom up, between two vectors.

(define (%order who less?)
  (if (not (procedure? less?))
      (error (string-append who ": wanted a procedure as order, got") less?)))

;; Merges from[a, b) and from[b, c) into to[a, c).
(define (%merge-runs less? from a b c to)
  (let loop ((i a) (j b) (k a))
    (cond
     ((= i b) (vector-copy! to k from j c))
     ((= j c) (vector-copy! to k from i b))
     (else
      (let ((x (vector-ref from i)) (y (vector-ref from j)))
        (if (less? y x)
            (begin (vector-set! to k y) (loop i (+ j 1) (+ k 1)))
            (begin (vector-set! to k x) (loop (+ i 1) j (+ k 1)))))))))

;; Sorts v[start, end) by insertion: quickest for a few elements.
(define (%insertion-sort! less? v start end)
  (let outer ((i (+ start 1)))
    (when (< i end)
      (let ((x (vector-ref v i)))
        (let inner ((j (- i 1)))
          (cond ((and (>= j start) (less? x (vector-ref v j)))
                 (vector-set! v (+ j 1) (vector-ref v j))
                 (inner (- j 1)))
                (else (vector-set! v (+ j 1) x)))))
      (outer (+ i 1)))))

(define %run 8) ; length of the runs sorted by insertion before merging

;; The sorted elements of v[start, end), in a new vector that starts at 0.
;; Primitives do that if they can tell how the order compares: it is asked for
;; where it is known best, beside the call.
(define-syntax %sorted
  (syntax-rules ()
    ((_ who less? v start end)
     (or (%sort-by-primitive (%known-comparison less?) v start end)
         (%vector-sorted who less? v start end)))))

(define (%vector-sorted who less? v start end)
  (%order who less?)
  (%merge-sorted less? v start end))

(define (%merge-sorted less? v start end)
  (let* ((n (- end start))
         (a (vector-copy v start end)))
    (let runs ((i 0))
      (when (< i n)
        (%insertion-sort! less? a i (min n (+ i %run)))
        (runs (+ i %run))))
    (let widths ((width %run) (a a) (b (if (> n %run) (make-vector n 0) a)))
      (if (>= width n)
          a
          (let merges ((i 0))
            (if (< i n)
                (begin
                  (%merge-runs less? a i (min n (+ i width))
                               (min n (+ i width width)) b)
                  (merges (+ i width width)))
                (widths (* 2 width) b a)))))))

;;> (list-stable-sort < list) -> a new sorted list, stable
;;> (list-stable-sort (lambda (a b) (< (abs a) (abs b))) '(2 -1 1 -2))
;;>   => (-1 1 2 -2)
(define (list-stable-sort less? list)
  (if (%foreseen? less?)
      (%list-sorted list less?)
      (or (%list-sort-by-primitive (%known-comparison less?) list)
          (%sorted-list less? list))))

(define (%sorted-list less? list)
  (%order "list-sort" less?)
  (let ((v (list->vector list)))
    (vector->list (%merge-sorted less? v 0 (vector-length v)))))

;;> (list-sort < list) -> a new sorted list
;;> (list-sort < '(3 1 2)) => (1 2 3)
(define list-sort list-stable-sort)

;;> (list-sort! < list), (list-stable-sort! < list) -> a sorted list; may
;;> change the given one
;;> (list-sort! < (list 3 1 2)) => (1 2 3)
(define list-sort! list-stable-sort)
(define list-stable-sort! list-stable-sort)

;;> (vector-stable-sort < vector [start [end]]) -> a new sorted vector of that
;;> range, stable
;;> (vector-stable-sort > #(1 2 3)) => #(3 2 1)
(define vector-stable-sort
  (case-lambda
    ((less? v)
     (%sorted "vector-sort" less? v 0 (vector-length v)))
    ((less? v start)
     (%sorted "vector-sort" less? v start (vector-length v)))
    ((less? v start end)
     (%sorted "vector-sort" less? v start end))))

;;> (vector-sort < vector [start [end]]) -> a new sorted vector of that range
;;> (vector-sort < #(9 3 1 2 9) 1 4) => #(1 2 3)
(define vector-sort vector-stable-sort)

;;> (vector-stable-sort! < vector [start [end]]) sorts that range in place
;;> (let ((v (vector 3 1 2))) (vector-stable-sort! < v) v) => #(1 2 3)
(define vector-stable-sort!
  (case-lambda
    ((less? v)
     (vector-copy! v 0 (%sorted "vector-sort!" less? v 0 (vector-length v))))
    ((less? v start)
     (vector-copy! v start
                   (%sorted "vector-sort!" less? v start (vector-length v))))
    ((less? v start end)
     (vector-copy! v start (%sorted "vector-sort!" less? v start end)))))

;;> (vector-sort! < vector [start [end]]) sorts that range in place
;;> (let ((v (vector 9 3 1 2))) (vector-sort! < v 1) v) => #(9 1 2 3)
(define vector-sort! vector-stable-sort!)

;;> (list-merge < list1 list2) -> both sorted lists in one, stable
;;> (list-merge < '(1 3 5) '(2 3)) => (1 2 3 3 5)
(define (list-merge less? a b)
  (let loop ((a a) (b b) (merged '()))
    (cond ((null? a) (append (reverse merged) b))
          ((null? b) (append (reverse merged) a))
          ((less? (car b) (car a)) (loop a (cdr b) (cons (car b) merged)))
          (else (loop (cdr a) b (cons (car a) merged))))))

;;> (list-merge! < list1 list2) -> the same; may change the lists
;;> (list-merge! < (list 1 3) (list 2)) => (1 2 3)
(define list-merge! list-merge)

;;> (vector-merge < v1 v2 [start1 [end1 [start2 [end2]]]]) -> both sorted
;;> ranges in one new vector
;;> (vector-merge < #(1 3) #(2 4)) => #(1 2 3 4)
(define (vector-merge less? a b . range)
  (let* ((bounds (%two-ranges a b range))
         (a (vector-copy a (car bounds) (cadr bounds)))
         (b (vector-copy b (caddr bounds) (cadddr bounds)))
         (to (make-vector (+ (vector-length a) (vector-length b)) 0)))
    (%merge-runs less? (vector-append a b) 0 (vector-length a)
                 (vector-length to) to)
    to))

;;> (vector-merge! < to v1 v2 [start [start1 [end1 [start2 [end2]]]]]) merges
;;> into to from start on
;;> (let ((v (vector 0 0 0 0))) (vector-merge! < v #(1 3) #(2) 1) v)
;;>   => #(0 1 2 3)
(define (vector-merge! less? to a b . range)
  (vector-copy! to
                (if (pair? range) (car range) 0)
                (apply vector-merge less? a b
                       (if (pair? range) (cdr range) '()))))

;; (start1 end1 start2 end2), filled up from what was given.
(define (%two-ranges a b given)
  (let loop ((defaults (list 0 (vector-length a) 0 (vector-length b)))
             (given given)
             (bounds '()))
    (cond ((null? defaults) (reverse bounds))
          ((null? given) (append (reverse bounds) defaults))
          (else (loop (cdr defaults) (cdr given)
                      (cons (car given) bounds))))))

(define (cadddr x) (car (cdr (cddr x))))
(define (caddr x) (car (cddr x)))

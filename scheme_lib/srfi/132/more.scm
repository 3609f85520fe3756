;;; Predicates, neighbours, medians and selection of (srfi 132).

;;> (list-sorted? < list) -> is it in order?
;;> (list-sorted? < '(1 2 2)) => #t
(define (list-sorted? less? list)
  (or (null? list)
      (let loop ((x (car list)) (l (cdr list)))
        (or (null? l)
            (and (not (less? (car l) x))
                 (loop (car l) (cdr l)))))))

;;> (vector-sorted? < vector [start [end]]) -> is that range in order?
;;> (vector-sorted? < #(9 1 2) 1) => #t
(define vector-sorted?
  (case-lambda
    ((less? v) (vector-sorted? less? v 0 (vector-length v)))
    ((less? v start) (vector-sorted? less? v start (vector-length v)))
    ((less? v start end)
     (let loop ((i (+ start 1)))
       (or (>= i end)
           (and (not (less? (vector-ref v i) (vector-ref v (- i 1))))
                (loop (+ i 1))))))))

;;> (list-delete-neighbor-dups = list) -> of equal neighbours the first
;;> (list-delete-neighbor-dups = '(1 1 2 1)) => (1 2 1)
(define (list-delete-neighbor-dups same? list)
  (if (null? list)
      '()
      (let loop ((l (cdr list)) (kept (cons (car list) '())))
        (cond ((null? l) (reverse kept))
              ((same? (car kept) (car l)) (loop (cdr l) kept))
              (else (loop (cdr l) (cons (car l) kept)))))))

;;> (list-delete-neighbor-dups! = list) -> the same; may change the list
;;> (list-delete-neighbor-dups! = (list 1 1)) => (1)
(define list-delete-neighbor-dups! list-delete-neighbor-dups)

;;> (vector-delete-neighbor-dups = vector [start [end]]) -> a new vector
;;> (vector-delete-neighbor-dups = #(1 1 2 2)) => #(1 2)
(define (vector-delete-neighbor-dups same? v . range)
  (list->vector
   (list-delete-neighbor-dups same? (apply vector->list v range))))

;;> (vector-delete-neighbor-dups! = vector [start [end]]) -> the end of what is
;;> left; moves the kept elements to start
;;> (let ((v (vector 1 1 2 2 3))) (vector-delete-neighbor-dups! = v)) => 3
(define (vector-delete-neighbor-dups! same? v . range)
  (let ((kept (apply vector-delete-neighbor-dups same? v range))
        (start (if (pair? range) (car range) 0)))
    (vector-copy! v start kept)
    (+ start (vector-length kept))))

(define (%median sorted knil mean)
  (let* ((n (vector-length sorted)) (half (quotient n 2)))
    (cond ((= n 0) knil)
          ((odd? n) (vector-ref sorted half))
          (else (mean (vector-ref sorted (- half 1))
                      (vector-ref sorted half))))))

;;> (vector-find-median < vector knil [mean]) -> the middle element, or the
;;> mean of the two; knil for an empty vector
;;> (vector-find-median < #(4 1 3 2) 0) => 5/2
(define (vector-find-median less? v knil . options)
  (%median (vector-sort less? v)
           knil
           (if (pair? options) (car options) (lambda (a b) (/ (+ a b) 2)))))

;;> (vector-find-median! < vector knil [mean]) -> the same; sorts the vector
;;> (let ((v (vector 3 1 2))) (list (vector-find-median! < v 0) v))
;;>   => (2 #(1 2 3))
(define (vector-find-median! less? v knil . options)
  (vector-sort! less? v)
  (apply vector-find-median less? v knil options))

;;> (vector-select! < vector k [start [end]]) -> the element of rank k in that
;;> range; may reorder it
;;> (vector-select! < (vector 30 10 20) 1) => 20
(define (vector-select! less? v k . range)
  (let ((start (if (pair? range) (car range) 0)))
    (apply vector-sort! less? v range)
    (vector-ref v (+ start k))))

;;> (vector-separate! < vector k [start [end]]) moves the k smallest of that
;;> range to its front
;;> (let ((v (vector 3 1 2))) (vector-separate! < v 2) (vector-ref v 2)) => 3
(define (vector-separate! less? v k . range)
  (apply vector-sort! less? v range))

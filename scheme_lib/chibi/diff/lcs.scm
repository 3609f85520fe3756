;;; The common subsequence, by the greedy algorithm of Myers (Algorithmica 1,
;;; 1986): time and space grow with the number of differences. Two savings
;;; before: equal ends are taken off, and elements that the other side does not
;;; have at all are left out.

;; How many leading elements of v[i, n) and w[j, m) agree?
(define (%agree same? v i n w j m)
  (let loop ((k 0))
    (if (and (< (+ i k) n) (< (+ j k) m)
             (same? (vector-ref v (+ i k)) (vector-ref w (+ j k))))
        (loop (+ k 1))
        k)))

;; How many trailing ones?
(define (%agree-right same? v i n w j m)
  (let loop ((k 0))
    (if (and (< (+ i k) n) (< (+ j k) m)
             (same? (vector-ref v (- n k 1)) (vector-ref w (- m k 1))))
        (loop (+ k 1))
        k)))

;; The indexes from start to before end that satisfy pred.
(define (%indexes start end pred)
  (let loop ((i (- end 1)) (found '()))
    (if (< i start)
        (list->vector found)
        (loop (- i 1) (if (pred i) (cons i found) found)))))

(define (%members v)
  (let ((t (make-hash-table equal?)))
    (vector-for-each (lambda (x) (hash-table-set! t x #t)) v)
    t))

;; The indexes of v[i, n) whose elements occur in w; all if we cannot ask a
;; table.
(define (%candidates same? v i n w)
  (if (eq? same? equal?)
      (let ((there (%members w)))
        (%indexes i n
                  (lambda (k) (hash-table-contains? there (vector-ref v k)))))
      (%indexes i n (lambda (k) #t))))

;; Myers: the pairs (i . j) of a common subsequence of lengths n and m, where
;; (same? i j) compares. furthest[k] is the furthest x on diagonal k = x - y;
;; the history of these vectors leads back to the path.
(define (%myers same? n m)
  (let* ((middle (+ n m 1))
         (furthest (make-vector (+ middle middle 1) 0)))
    (define (at k) (vector-ref furthest (+ middle k)))
    (define (slide x y)
      (if (and (< x n) (< y m) (same? x y))
          (slide (+ x 1) (+ y 1))
          x))
    (define (down? d k)
      (or (= k (- d))
          (and (not (= k d)) (< (at (- k 1)) (at (+ k 1))))))
    (let next-d ((d 0) (history '()))
      (let ((history
             (cons (vector-copy furthest (- middle d 1) (+ middle d 2))
                   history)))
        (let next-k ((k (- d)))
          (if (> k d)
              (next-d (+ d 1) history)
              (let ((x (slide* slide (if (down? d k) (at (+ k 1))
                                         (+ 1 (at (- k 1))))
                               k)))
                (vector-set! furthest (+ middle k) x)
                (if (and (>= x n) (>= (- x k) m))
                    (%backtrack history d n m)
                    (next-k (+ k 2))))))))))

(define (slide* slide x k) (slide x (- x k)))

;; The matches along the path that ended at (n, m) after d steps. Each vector
;; of the history has the diagonals -(d+1) ... d+1.
(define (%backtrack history d x y)
  (let loop ((history history) (d d) (x x) (y y) (matches '()))
    (if (< d 0)
        matches
        (let* ((v (car history))
               (at (lambda (k) (vector-ref v (+ k d 1))))
               (k (- x y))
               (down? (or (= k (- d))
                          (and (not (= k d)) (< (at (- k 1)) (at (+ k 1))))))
               (before (if down? (+ k 1) (- k 1)))
               (x0 (if (= d 0) 0 (at before)))
               (y0 (if (= d 0) 0 (- x0 before))))
          ;; walk the diagonal back to where this step began
          (let diagonal ((x x) (y y) (matches matches))
            (if (and (> x (if (= d 0) 0 (if down? x0 (+ x0 1))))
                     (> y (if (= d 0) 0 (if down? (+ y0 1) y0))))
                (diagonal (- x 1) (- y 1)
                          (cons (cons (- x 1) (- y 1)) matches))
                (loop (cdr history) (- d 1) x0 y0 matches)))))))

;;> (lcs-with-positions a b [same?]) -> the longest common subsequence of two
;;> lists, as a list of (element index-in-a index-in-b)
;;> (lcs-with-positions '(a b c) '(b c d)) => ((b 1 0) (c 2 1))
(define lcs-with-positions
  (case-lambda
    ((a b) (lcs-with-positions a b equal?))
    ((a b same?)
     (let* ((v (list->vector a)) (w (list->vector b))
            (n (vector-length v)) (m (vector-length w))
            (head (%agree same? v 0 n w 0 m))
            (tail (%agree-right same? v head n w head m))
            (is (%candidates same? v head (- n tail) w))
            (js (%candidates same? w head (- m tail) v))
            (matches
             (%myers (lambda (x y)
                       (same? (vector-ref v (vector-ref is x))
                              (vector-ref w (vector-ref js y))))
                     (vector-length is) (vector-length js)))
            (entry (lambda (i j) (list (vector-ref v i) i j))))
       (append
        (%build head (lambda (i) (entry i i)))
        (map (lambda (match)
               (entry (vector-ref is (car match))
                      (vector-ref js (cdr match))))
             matches)
        (%build tail
                (lambda (i) (entry (+ (- n tail) i) (+ (- m tail) i)))))))))

(define (%build n make)
  (let loop ((i (- n 1)) (made '()))
    (if (< i 0)
        made
        (loop (- i 1) (cons (make i) made)))))

;;> (lcs a b [same?]) -> the longest common subsequence of two lists
;;> (lcs '(a b c d) '(x b d c)) => (b d)
(define (lcs a b . same?)
  (map car (apply lcs-with-positions a b same?)))

;; Everything that reader reads from a string or port; a list is as it is.
(define (%elements x reader)
  (cond ((or (null? x) (pair? x)) x)
        ((string? x) (%elements (open-input-string x) reader))
        (else
         (let loop ((elements '()))
           (let ((element (reader x)))
             (if (eof-object? element)
                 (reverse elements)
                 (loop (cons element elements))))))))

;;> (diff a b [reader [same?]]) -> the difference of two strings, ports or
;;> lists; reader (read-line) takes the elements from a port
;;> (diff "a\nb" "b\nc") => (("a" "b") ("b" "c") (("b" 1 0)))
(define diff
  (case-lambda
    ((a b) (diff a b read-line equal?))
    ((a b reader) (diff a b reader equal?))
    ((a b reader same?)
     (let ((a (%elements a reader)) (b (%elements b reader)))
       (list a b (lcs-with-positions a b same?))))
    ((a b reader same? optimal?) (diff a b reader same?)))) ; it always is

;;; SRFI 133: a board of scores: swap, reverse, binary search, any, every.
(import (scheme base) (srfi 133))

(define (once n)
  (let* ((v (vector-unfold (lambda (i) (* i 3)) n))
         (r (vector-reverse-copy v))
         (c (vector-cumulate + 0 v)))
    (vector-swap! r 0 (- n 1))
    (+ (vector-ref c (- n 1))
       (vector-binary-search v 33 -)
       (if (vector-any (lambda (x) (= x 45)) v) 1 0)
       (if (vector-every (lambda (x) (>= x 0)) v) 1 0)
       (vector-index (lambda (x y) (= x y)) v (vector-map (lambda (x) (- 60 x)) v))
       (vector-skip (lambda (x) (< x 30)) v)
       (vector-length (vector-append v r (vector-copy v 5 10)))
       (apply + (vector->list r 0 5))
       (vector-fold (lambda (total x y) (+ total (* x y))) 0 v r))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (once 60))))))

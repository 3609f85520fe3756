;;; SRFI 1: map, fold, for-each, any and every over two and three lists.
(import (scheme base) (srfi 1))

(define xs (iota 60))
(define ys (iota 60 100 3))
(define zs (iota 60 7 -1))

(define (once)
  (let ((sum 0))
    (for-each (lambda (x y) (set! sum (+ sum (* x y)))) xs ys)
    (+ sum
       (fold (lambda (x y total) (+ total (* x y))) 0 xs ys)
       (fold-right (lambda (x y total) (max total (+ x y))) 0 xs ys)
       (apply + (map + xs ys zs))
       (length (filter-map (lambda (x z) (and (> x z) (- x z))) xs zs))
       (if (any = xs zs) 1 0)
       (if (every < xs ys) 1 0)
       (or (list-index > xs zs) 0)
       (count < zs ys))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (once))))))

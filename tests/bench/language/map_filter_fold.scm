;;; Lists of 100,000: map, filter, fold.
(import (scheme base) (srfi 1))

(define (run n)
  (fold + 0
        (filter (lambda (x) (= 0 (modulo x 3)))
                (map (lambda (x) (* x 2)) (iota n)))))

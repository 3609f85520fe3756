;;; SRFI 158: a pipeline of generators.
(import (scheme base) (srfi 158))

(define (run n)
  (list
   (generator-fold + 0
                   (gtake (gfilter even? (gmap (lambda (x) (* x x)) (make-range-generator 0)))
                          n))
   (length (generator->list (gtake-while (lambda (x) (< x (* 2 n))) (make-iota-generator (* 3 n) 0 1))))
   (generator-count odd? (gappend (make-iota-generator n) (make-iota-generator n 1 2)))
   (generator-find (lambda (x) (> x n)) (gdrop (make-range-generator 0) 5))))

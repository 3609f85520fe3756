;;; SRFI 133: mean, variance and correlation of floats in vectors.
(import (scheme base) (scheme inexact) (srfi 133))

(define (sum v) (vector-fold + 0.0 v))
(define (mean v) (/ (sum v) (vector-length v)))

(define (variance v)
  (let ((m (mean v)))
    (mean (vector-map (lambda (x) (* (- x m) (- x m))) v))))

(define (correlation a b)
  (let ((ma (mean a)) (mb (mean b)))
    (/ (mean (vector-map (lambda (x y) (* (- x ma) (- y mb))) a b))
       (sqrt (* (variance a) (variance b))))))

(define (run n)
  (let* ((a (vector-unfold (lambda (i) (inexact (modulo (* i 37) 101))) n))
         (b (vector-map (lambda (x) (+ (* 2.0 x) 1.5)) a))
         (above (vector-count (lambda (x) (> x 50.0)) a))
         (pairs (vector-count < a b)))
    (list (mean a) (variance a) (correlation a b) above pairs
          (vector-fold max 0.0 b)
          (vector-index (lambda (x) (> x 99.0)) a))))

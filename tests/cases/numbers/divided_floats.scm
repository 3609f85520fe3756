;;; A quotient with an inexact number in it: of all kinds of numbers, by name, by apply, and by what rounds it.
(import (scheme base) (scheme cxr) (scheme inexact) (scheme write))

(define (divided a b) (/ a b))
(define (inverse a) (/ a))
(define numbers (list 6 -6 0 2.5 -2.5 0.0 -0.0 1/2 (expt 10 20) 1e300 +inf.0 +nan.0))
(define (with b) (map (lambda (a) (divided a b)) numbers))
(with 2.5) ; => (2.4 -2.4 0.0 1.0 -1.0 0.0 -0.0 0.2 40000000000000000000.0 4.0e+299 +inf.0 +nan.0)
(with -0.5) ; => (-12.0 12.0 -0.0 -5.0 5.0 -0.0 0.0 -1.0 -200000000000000000000.0 -2.0e+300 -inf.0 +nan.0)
(with 0.0) ; => (+inf.0 -inf.0 +nan.0 +inf.0 -inf.0 +nan.0 +nan.0 +inf.0 +inf.0 +inf.0 +inf.0 +nan.0)
(with +inf.0) ; => (0.0 -0.0 0.0 0.0 -0.0 0.0 -0.0 0.0 0.0 0.0 +nan.0 +nan.0)
(map (lambda (b) (divided 6 b)) (cdddr numbers)) ; => (2.4 -2.4 +inf.0 -inf.0 12 3/50000000000000000000 5.999999999999999e-300 0.0 +nan.0)
(map (lambda (b) (divided 6.0 b)) '(4 -4 1/2 0.5)) ; => (1.5 -1.5 12.0 12.0)
(divided 6.0 (expt 10 20)) ; => 6.0e-20
(divided (expt 10 400) 2.0) ; => +inf.0
(divided 2.0 (expt 10 400)) ; => 0.0
(divided (- (expt 2 53) 1) 2.0) ; => 4503599627370495.5
(map inverse '(4.0 -0.5 0.0 -0.0 4 1/4 +inf.0)) ; => (0.25 -2.0 +inf.0 -inf.0 1/4 4 0.0)
(list (apply / '(6 2.5)) (apply / '(6.0 -2.5)) (apply / '(6.0 4)) (apply / '(6.0 -4)) (apply / '(6 0.0))) ; => (2.4 -2.4 1.5 -1.5 +inf.0)
(map (lambda (a b) (list (floor (/ a b)) (round (/ a b)))) '(7 7.5 -7.5) '(2.5 2 2.0)) ; => ((2.0 3.0) (3.0 4.0) (-4.0 -4.0))
(divided 6.0 0) ; => +inf.0
(divided 6 0) ; error: range: division by zero
(divided "6" 2.5) ; error: type: /
(divided 6.0 'x) ; error: type: /
(divided +i 2.0) ; => +0.5i
(divided 2.0 +2i) ; => -1.0i

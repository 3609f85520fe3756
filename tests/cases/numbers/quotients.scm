;;; What is asked of a quotient at once: no ratio is made where none is needed, and the answer is the same.
(import (scheme base) (scheme inexact) (scheme write))
(define (mean s n) (inexact (/ s n)))
(define (down s n) (floor (/ s n)))
(define (up s n) (ceiling (/ s n)))
(define (cut s n) (truncate (/ s n)))
(define (near s n) (round (/ s n)))
(define (all s n) (list (mean s n) (down s n) (up s n) (cut s n) (near s n)))
(all 7 2) ; => (3.5 3 4 3 4)
(all 5 2) ; => (2.5 2 3 2 2)
(all -7 2) ; => (-3.5 -4 -3 -3 -4)
(all -5 2) ; => (-2.5 -3 -2 -2 -2)
(all 7 -2) ; => (-3.5 -4 -3 -3 -4)
(all 8 4) ; => (2.0 2 2 2 2)
(all 0 5) ; => (0.0 0 0 0 0)
(all -1 3) ; => (-0.3333333333333333 -1 0 0 0)
(all 7. 2) ; => (3.5 3.0 4.0 3.0 4.0)
(all -1 3.) ; => (-0.3333333333333333 -1.0 -0.0 -0.0 -0.0)
(all 7/3 2/5) ; => (5.833333333333333 5 6 5 6)
(all (expt 10 40) 3) ; => (3.333333333333333e+39 3333333333333333333333333333333333333333 3333333333333333333333333333333333333334 3333333333333333333333333333333333333333 3333333333333333333333333333333333333333)
(all 1073741823 2) ; => (536870911.5 536870911 536870912 536870911 536870912)
(all 1 1073741824) ; => (9.313225746154785e-10 0 1 0 0)
(mean 1 3+4i) ; => 0.12-0.16i
(mean (expt 10 400) (expt 10 399)) ; => 10.0
(mean (expt 10 400) 1) ; => +inf.0
(mean 1. 0) ; => +inf.0
(mean 1 0.) ; => +inf.0
(mean 1 0) ; error: range: /
(down 1 0) ; error: range: /
(near 'a 2) ; error: type: /
(mean 2 "a") ; error: type: /
(down 1+i 2) ; error: type: floor
(cut 1. 0.) ; => +inf.0
(eqv? (mean 6 3) 2.) ; => #t
(eqv? (down 6 3) 2) ; => #t
(map (lambda (x) (inexact x)) (list 1 -5 1/3 2.5 (expt 2 70) 1+2i)) ; => (1.0 -5.0 0.3333333333333333 2.5 1.1805916207174113e+21 1.0+2.0i)
(inexact "5") ; error: type: inexact
(map (lambda (x) (sqrt x)) (list 4. 2. 0. 16 15/2 -4 1e300)) ; => (2.0 1.4142135623730951 0.0 4 2.7386127875258306 +2i 1.0e+150)
(map (lambda (x) (sqrt x)) (list -0. -2. +inf.0 -inf.0)) ; => (-0.0 +1.4142135623730951i +inf.0 +inf.0i)
(let ((x (sqrt +nan.0))) (= x x)) ; => #f
(sqrt 'x) ; error: type: sqrt
(list (/ 607 12) (/ 600 12) (/ -6 4) (/ 6 -4) (/ 0 7) (/ 1073741823 3)) ; => (607/12 50 -3/2 -3/2 0 357913941)
(let ((r (/ 607 12))) (list (> r 50) (< r 50) (>= r 51) (<= r 51) (< 50 r) (> 50 r) (<= r -1) (> r (expt 10 30)))) ; => (#t #f #f #t #t #f #f #f)
(let ((r (/ -1 3))) (list (< r 0) (> r -1) (< r -1) (positive? r) (negative? r))) ; => (#t #t #f #f #t)

;; What is asked of a float in line is what the procedures say, at the borders of what is answered in line, too.

(define xs '(0.0 -0.0 0.4 -0.4 0.5 -0.5 1.5 -1.5 2.5 -2.5 0.49999999999999994 7 -7 1/2 -1/2 -3/2))

(map (lambda (x) (round x)) xs) ; => (0.0 -0.0 0.0 -0.0 0.0 -0.0 2.0 -2.0 2.0 -2.0 0.0 7 -7 0 0 -2)
(map (lambda (x) (floor x)) xs) ; => (0.0 -0.0 0.0 -1.0 0.0 -1.0 1.0 -2.0 2.0 -3.0 0.0 7 -7 0 -1 -2)
(map (lambda (x) (ceiling x)) xs) ; => (0.0 -0.0 1.0 -0.0 1.0 -0.0 2.0 -1.0 3.0 -2.0 1.0 7 -7 1 0 -1)
(map (lambda (x) (truncate x)) xs) ; => (0.0 -0.0 0.0 -0.0 0.0 -0.0 1.0 -1.0 2.0 -2.0 0.0 7 -7 0 0 -1)

(define large '(999999999999999.5 -999999999999999.5 1e15 4503599627370497.5 -4503599627370495.5 1e300))

(map (lambda (x) (exact (round x))) (list-copy '(999999999999999.5 4503599627370497.5))) ; => (1000000000000000 4503599627370498)
(map (lambda (x) (= (round (- x)) (- (round x)))) large) ; => (#t #t #t #t #t #t)
(map (lambda (x) (= (floor x) (- (ceiling (- x))))) large) ; => (#t #t #t #t #t #t)

(define odd '(+inf.0 -inf.0 +nan.0))

(map (lambda (x) (round x)) odd) ; => (+inf.0 -inf.0 +nan.0)
(map (lambda (x) (floor x)) odd) ; => (+inf.0 -inf.0 +nan.0)
(map (lambda (x) (exp x)) odd) ; => (+inf.0 0.0 +nan.0)
(map (lambda (x) (sin x)) odd) ; => (+nan.0 +nan.0 +nan.0)
(map (lambda (x) (atan x 1.0)) '(0.0 -0.0)) ; => (0.0 -0.0)
(map (lambda (x) (log x)) '(1.0 +inf.0 1)) ; => (0.0 +inf.0 0)
(map (lambda (x) (exp x)) '(0 0.0 800.0 -800.0)) ; => (1 1.0 +inf.0 0.0)
(map (lambda (x) (cos x)) '(0 0.0 1e301)) ; => (1 1.0 -0.9884059758081251)

(map (lambda (x) (exact x)) '(2.0 -0.0 0.5 3 1/2)) ; => (2 0 1/2 3 1/2)
((lambda (x) (exact (floor (/ x 0.5)))) 3) ; => 6
((lambda (x) (exact (floor (/ 1.0 x)))) 0.3) ; => 3
((lambda (x) (exact x)) +inf.0) ; error: range: exact

(map (lambda (x n) (expt x n)) '(2.0 -2.0 0.0 1.5 1e4 -1e4 2.0 2.0) '(10 3 0 2 64 3 65 -1)) ; => (1024.0 -8.0 1.0 2.25 1.0e+256 -1000000000000.0 36893488147419103000.0 0.5)
(map (lambda (a b) (gcd a b)) '(12 0 12 -12 4.0) '(18 5 0 18 6)) ; => (6 5 12 6 2.0)

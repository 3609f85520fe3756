;;; R7RS 6.2.6: exp log sin … sqrt expt, exact-integer-sqrt, complex.
(exp 0) ; => 1
(log 1) ; => 0
(log 8 2) ; => 3.0
(sin 0) ; => 0
(cos 0) ; => 1
(tan 0) ; => 0
(asin 0) ; => 0
(acos 1) ; => 0
(atan 0) ; => 0
(< 0.785 (atan 1) 0.786) ; => #t
(< 3.1415 (atan 0.0 -1) 3.1416) ; => #t
(atan 1 1.0) ; => 0.7853981633974483
(sqrt 16) ; => 4
(sqrt 2) ; => 1.4142135623730951
(sqrt 1/4) ; => 1/2
(sqrt -4) ; => +2i
(sqrt 16.0) ; => 4.0
(call-with-values (lambda () (exact-integer-sqrt 17)) list) ; => (4 1)
(exact-integer-sqrt -1) ; error: type:
(expt 2 10) ; => 1024
(expt 2 -1) ; => 1/2
(expt 2.0 3) ; => 8.0
(expt 0 0) ; => 1
(expt 0 1+i) ; => 0
(expt 0 +i) ; error: range: expt
(expt 0 -1+i) ; error: range: expt
(expt 1/2 2) ; => 1/4
(expt 4 1/2) ; => 2
(expt 2 0.5) ; => 1.4142135623730951
(expt 2 100) ; => 1267650600228229401496703205376
(make-rectangular 1 2) ; => 1+2i
(magnitude 3+4i) ; => 5
(real-part 1.5+2i) ; => 1.5
(imag-part 1.5+2.5i) ; => 2.5
(imag-part 3) ; => 0
(angle -1) ; => 3.141592653589793
(make-polar 2 0) ; => 2
(= -1 (* +i +i)) ; => #t
(= 2 (+ 1+i 1-i)) ; => #t

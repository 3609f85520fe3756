;;; R7RS 6.2: exact complex numbers, inexact ones and both together.
(* +i +i) ; => -1
(- 1+2i 1+2i) ; => 0
(/ 1+2i 3-4i) ; => -1/5+2/5i
(let ((z 1/2+3/4i)) (list (exact? z) (real? z) (complex? z) (zero? z) (nan? z))) ; => (#t #f #t #f #f)
(list (+ 1.0 +i) (* +i 2.0) (- +i 1/2)) ; => (1.0+1.0i +2.0i -1/2+i)
(list (= 1+2i 1.0+2.0i) (eqv? 1+2i 1.0+2.0i) (eqv? 1+2i (+ 1 +2i)) (equal? '(+i) (list (sqrt -1)))) ; => (#t #f #t #t)
(list (exact 1.5+2.0i) (inexact 3/4-i) (exact 1.0+0.0i)) ; => (3/2+2i 0.75-1.0i 1)
(list '#e1.5+.5i '#i1+2i '1.5+2i '#xA+bi) ; => (3/2+1/2i 1.0+2.0i 1.5+2.0i 10+11i)
(list (number->string 10-11i 16) (number->string -1/2+i) (number->string 1.5-2.0i)) ; => ("a-bi" "-1/2+i" "1.5-2.0i")
(list (sqrt -4) (sqrt -1/4) (sqrt 3+4i) (expt 1+i 10) (expt +2i -2) (square +i)) ; => (+2i +1/2i 2+i +32i -1/4 -1)
(list (magnitude 3+4i) (magnitude 1+i) (real-part 1/2+i) (imag-part 1/2+i)) ; => (5 1.4142135623730951 1/2 1)
(< +i 1) ; error: type: <: argument 1: wanted a real number, got +i
(let ((add (lambda (a b) (+ a b)))) (add +i 'x)) ; error: type: +: wanted a number, got x
(floor 1+i) ; error: type: wanted a real number
(exact 1.5+inf.0i) ; error: range:
(list (/ 1-2i 0.0) (/ +inf.0+i 2.0) (/ -4.0+2i 2) (/ 1+i +nan.0) (/ 1.0 0.0+0.0i)) ; => (+inf.0-inf.0i +inf.0+0.5i -2.0+1.0i +nan.0+nan.0i +nan.0+nan.0i)
(/ +i 0) ; error: range: division by zero
(* (make-rectangular 1 (expt 2 900000)) (expt 2 900000)) ; error: limit:
(let ((v (list 1+2i +i 1.0+2.0i))) (list (memv 1+2i v) (assv +i '((1 . a) (+i . b))))) ; => ((1+2i +i 1.0+2.0i) (+i . b))

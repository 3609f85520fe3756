;;; R7RS 6.2: numbers; classes, exactness, the operations and their corners, texts.
(rationalize (exact .3) 1/10) ; => 1/3
(rationalize -3/10 1/10) ; => -1/3
(rationalize 1/3 0) ; => 1/3
(rationalize 5 3) ; => 2
(rationalize +inf.0 3) ; => +inf.0
(rationalize 3 +inf.0) ; => 0.0
(rationalize +inf.0 +inf.0) ; => +nan.0
(call-with-values (lambda () (exact-integer-sqrt 0)) list) ; => (0 0)
(call-with-values (lambda () (exact-integer-sqrt 4)) list) ; => (2 0)
(call-with-values (lambda () (exact-integer-sqrt 5)) list) ; => (2 1)
(exact-integer-sqrt 4.0) ; error: type: exact-integer-sqrt: wanted an exact integer
(exact-integer-sqrt -5) ; error: type: exact-integer-sqrt: wanted an exact integer from 0
(expt 0. 0) ; => 1.0
(expt 0 0.) ; => 1.0
(expt 0 1/2) ; => 0
(expt 0. 2) ; => 0.0
(expt 0 -1) ; error: range: expt: division by zero
(expt 0. -1) ; => +inf.0
(expt 2 1/2) ; => 1.4142135623730951
(expt 1/4 1/2) ; => 1/2
(expt 8 1/3) ; => 2
(expt -1 1/2) ; => +i
(expt 1/2 -3) ; => 8
(expt 2.5 2) ; => 6.25
(expt 2 -0.5) ; => 0.7071067811865476
(expt -2 3) ; => -8
(expt -2. 3) ; => -8.0
(expt -2. 3.) ; => -8.0
(expt 0 3) ; => 0
(expt 0 1+i) ; => 0
(expt 1 +inf.0) ; => 1.0
(expt 1. +nan.0) ; => 1.0
(expt 2 100.) ; => 1.2676506002282294e+30
(expt 10 -3) ; => 1/1000
(expt 10. -3) ; => 0.001
(expt 1.1 1000000) ; => +inf.0
(expt 27/8 2/3) ; => 9/4
(expt 4 -1/2) ; => 1/2
(expt 2 1000.5) ; => 1.5153420044823246e+301
(expt (expt 10 400) 0.5) ; => +inf.0
(atan 0.0 -1) ; => 3.141592653589793
(atan -0.0 -1) ; => -3.141592653589793
(atan 0 1) ; => 0
(atan 0 -1) ; => 3.141592653589793
(atan -1 0) ; => -1.5707963267948966
(atan 1 0) ; => 1.5707963267948966
(atan 0.0 0.0) ; => 0.0
(atan -0.0 0.0) ; => -0.0
(atan 0.0 -0.0) ; => 3.141592653589793
(atan 0 0) ; => 0
(atan 0 0.0) ; => 0.0
(atan 0.0 0) ; => 1.5707963267948966
(atan -0.0 0) ; => -1.5707963267948966
(atan -0.0 1) ; => -0.0
(atan +inf.0 1) ; => 1.5707963267948966
(atan 1 +inf.0) ; => 0.0
(atan +inf.0 -inf.0) ; => 2.356194490192345
(atan 0 1.0) ; => 0.0
(atan 0.0 1) ; => 0.0
(log 100 10) ; => 2.0
(log 1024 2) ; => 10.0
(log 2 4) ; => 0.5
(log 0) ; => -inf.0
(log 0.) ; => -inf.0
(log -0.) ; => -inf.0+3.141592653589793i
(log -1) ; => +3.141592653589793i
(log 1.) ; => 0.0
(log (expt 10 400)) ; => 921.0340371976182
(log (expt 10 400) 10) ; => 400.0
(log 8 2.) ; => 3.0
(log 27 3) ; => 3.0
(log 1/8 2) ; => -3.0
(log 2 0) ; => -0.0
(log 2 1) ; => +inf.0
(log 1 2) ; => 0.0
(exp 1) ; => 2.718281828459045
(exp 1000) ; => +inf.0
(exp -1000) ; => 0.0
(exp +inf.0) ; => +inf.0
(exp -inf.0) ; => 0.0
(sin 0.) ; => 0.0
(asin 1) ; => 1.5707963267948966
(acos -1) ; => 3.141592653589793
(asin 2.) ; => 1.5707963267948966-1.3169578969248166i
(acos 2) ; => +1.3169578969248166i
(atan 1) ; => 0.7853981633974483
(sqrt 0) ; => 0
(sqrt 0.) ; => 0.0
(sqrt -0.) ; => -0.0
(sqrt 1e300) ; => 1.0e+150
(sqrt (+ 1 (expt 10 400))) ; => 1.0e+200
(sqrt -1.) ; => +1.0i
(sqrt +inf.0) ; => +inf.0
(sqrt -inf.0) ; => +inf.0i
(sqrt +nan.0) ; => +nan.0
(sqrt 15241578750190521) ; => 123456789
(sqrt 2/9) ; => 0.4714045207910317
(call-with-values (lambda () (truncate/ 5 2)) list) ; => (2 1)
(call-with-values (lambda () (truncate/ -5 2)) list) ; => (-2 -1)
(call-with-values (lambda () (truncate/ 5 -2)) list) ; => (-2 1)
(call-with-values (lambda () (truncate/ -5 -2)) list) ; => (2 -1)
(call-with-values (lambda () (truncate/ -5. 2)) list) ; => (-2.0 -1.0)
(call-with-values (lambda () (floor/ 5 -2)) list) ; => (-3 -1)
(call-with-values (lambda () (floor/ -5 -2)) list) ; => (2 -1)
(call-with-values (lambda () (floor/ -5 2.)) list) ; => (-3.0 1.0)
(floor/ 5 0) ; error: range: floor/: division by zero
(floor/ 5. 0) ; error: range: floor/: division by zero
(floor/ 5.5 2) ; error: type: floor/: argument 1: wanted an integer
(floor-quotient 7. -2) ; => -4.0
(truncate-remainder -7. 2) ; => -1.0
(quotient 7 2.) ; => 3.0
(modulo -7 2.) ; => 1.0
(modulo -6 3) ; => 0
(modulo 6. -3) ; => 0.0
(remainder -6. 3) ; => 0.0
(exact-integer? (quotient 7 2.)) ; => #f
(gcd 0 5) ; => 5
(gcd 0 0) ; => 0
(gcd 4. 6) ; => 2.0
(gcd -4) ; => 4
(lcm 32. -36) ; => 288.0
(lcm 0 5) ; => 0
(gcd 1/2 3) ; error: type: gcd: argument 1: wanted an integer
(lcm 3 -4 5) ; => 60
(numerator (/ 6 4)) ; => 3
(denominator (/ 6 4)) ; => 2
(denominator 0) ; => 1
(denominator (inexact (/ 6 4))) ; => 2.0
(numerator .5) ; => 1.0
(numerator 0.) ; => 0.0
(numerator -0.0) ; => 0.0
(denominator -0.5) ; => 2.0
(numerator 1e300) ; => 1.0e+300
(numerator +inf.0) ; error: type: numerator: wanted a rational number
(round -2.5) ; => -2.0
(round -0.4) ; => -0.0
(round 5/2) ; => 2
(round -7/2) ; => -4
(round 0.5) ; => 0.0
(round 1.5) ; => 2.0
(floor -0.5) ; => -1.0
(ceiling -0.5) ; => -0.0
(truncate -0.5) ; => -0.0
(floor 1e300) ; => 1.0e+300
(floor -1/2) ; => -1
(ceiling 1/2) ; => 1
(round +nan.0) ; => +nan.0
(floor 'a) ; error: type: floor: wanted a real number
(round 1e16) ; => 10000000000000000.0
(exact 0.1) ; => 3602879701896397/36028797018963968
(exact -0.0) ; => 0
(inexact 1/3) ; => 0.3333333333333333
(inexact (expt 10 400)) ; => +inf.0
(inexact (/ 1 (expt 10 400))) ; => 0.0
(inexact (/ (expt 10 400) (+ 1 (expt 10 400)))) ; => 1.0
(exact 1.5) ; => 3/2
(exact 4.) ; => 4
(inexact 9007199254740993) ; => 9007199254740992.0
(exact 1e18) ; => 1000000000000000000
(exact 12345.678) ; => 848388532111147/68719476736
(max 1 2. 3) ; => 3.0
(max 1/2 1/3) ; => 1/2
(max 1 +nan.0) ; => +nan.0
(min 1 +nan.0) ; => +nan.0
(max +nan.0 1) ; => +nan.0
(max (expt 10 400) 1.) ; => +inf.0
(min (expt 10 400) 1.) ; => 1.0
(max 3 1.) ; => 3.0
(min 1) ; => 1
(max 1.) ; => 1.0
(max -0.0 0.0) ; => -0.0
(max 'a) ; error: type: max: argument 1: wanted a real number
(max 1 'a) ; error: type: max: argument 2: wanted a real number
(min -inf.0 1) ; => -inf.0
(number->string 3.0) ; => "3.0"
(number->string 1e100) ; => "1.0e+100"
(number->string 1e20) ; => "100000000000000000000.0"
(number->string .000001) ; => "1.0e-6"
(number->string 1e-7) ; => "1.0e-7"
(number->string 123456789.123) ; => "123456789.123"
(number->string -0.) ; => "-0.0"
(number->string +nan.0) ; => "+nan.0"
(number->string -255 2) ; => "-11111111"
(number->string 1/3 3) ; error: type: number->string: argument 2: wanted a radix of 2, 8, 10 or 16
(number->string 1/3 16) ; => "1/3"
(number->string .5 2) ; => "0.1"
(number->string 10 10) ; => "10"
(number->string 1e10) ; => "10000000000.0"
(number->string (expt 2 100) 16) ; => "10000000000000000000000000"
(number->string 5e-324) ; => "5.0e-324"
(number->string 1.7976931348623157e308) ; => "1.7976931348623157e+308"
(number->string 100.5 8) ; => "144.4"
(= 9007199254740993 9007199254740992.0) ; => #f
(= 9007199254740992 9007199254740992.0 9007199254740993) ; => #f
(< 9007199254740992.0 9007199254740993) ; => #t
(= (expt 10 400) +inf.0) ; => #f
(< (expt 10 400) +inf.0) ; => #t
(> (expt 10 400) 1e308) ; => #t
(= 1/3 .3333333333333333) ; => #f
(< 1/3 .3333333333333333) ; => #f
(> 1/3 .3333333333333333) ; => #t
(= 0.1 1/10) ; => #f
(= 1 1.0 1+0.0i) ; => #t
(= 0.0 -0.0) ; => #t
(< -0.0 0) ; => #f
(< 1 2 +nan.0) ; => #f
(= +nan.0 1) ; => #f
(> 3 2 2) ; => #f
(>= 3 2 2) ; => #t
(< 1) ; => #t
(<) ; error: arity:
(=) ; error: arity:
(= 1) ; => #t
(= 'a) ; error: type: =: argument 1: wanted a number
(< 'a) ; error: type: <: argument 1: wanted a real number
(= 1 'a) ; error: type: =: argument 2: wanted a number
(= 1 2 'a) ; error: type: =: argument 3: wanted a number
(< 1 2 'a) ; error: type: <: argument 3: wanted a real number
(< 2 1 'a) ; error: type: <: argument 3: wanted a real number
(= (/ (expt 10 400) 3) (/ (expt 10 400) 3)) ; => #t
(< (/ 1 (expt 10 400)) 5e-324) ; => #t
(< 0 (/ 1 (expt 10 400))) ; => #t
(exact-integer? 5/1) ; => #t
(exact? 3.0) ; => #f
(exact? #e3.0) ; => #t
(inexact? 3.) ; => #t
(integer? 3+0i) ; => #t
(integer? +inf.0) ; => #f
(integer? "a") ; => #f
(rational? 6/10) ; => #t
(rational? -inf.0) ; => #f
(rational? +nan.0) ; => #f
(rational? 1e300) ; => #t
(real? -2.5+0i) ; => #t
(real? -2.5+0.0i) ; => #f
(real? #e1e10) ; => #t
(real? +inf.0) ; => #t
(real? +nan.0) ; => #t
(complex? 3+4i) ; => #t
(complex? 3) ; => #t
(exact? 'a) ; error: type: exact?: wanted a number
(nan? 1+nan.0i) ; => #t
(nan? 32) ; => #f
(finite? 3) ; => #t
(finite? 3.0+inf.0i) ; => #f
(infinite? 3) ; => #f
(infinite? +nan.0) ; => #f
(infinite? 3.0+inf.0i) ; => #t
(infinite? "a") ; error: type: infinite?: wanted a number
(zero? 0.0+0.0i) ; => #t
(zero? +nan.0) ; => #f
(positive? +inf.0) ; => #t
(negative? -0.0) ; => #f
(odd? 3.0) ; => #t
(even? -2) ; => #t
(odd? 1.5) ; error: type: odd?: wanted an integer
(even? +inf.0) ; error: type: even?: wanted an integer
(+ 1/2 0.5) ; => 1.0
(+ 1/3 1/6) ; => 1/2
(* 0 +inf.0) ; => +nan.0
(* 0 1.5) ; => 0.0
(+ 0 -0.0) ; => 0.0
(- 0.0) ; => -0.0
(- 0 0.0) ; => 0.0
(- 0.0 0) ; => 0.0
(* -1 0.0) ; => -0.0
(/ 0 5.) ; => 0.0
(/ 0. 0) ; => +nan.0
(/ 0 0.) ; => +nan.0
(/ 1 -0.0) ; => -inf.0
(/ 0.0 0.0) ; => +nan.0
(/ 3 4 5) ; => 3/20
(/ 0.5) ; => 2.0
(/ 1/2) ; => 2
(/ 1e308 1e-308) ; => +inf.0
(abs -0.0) ; => 0.0
(abs -inf.0) ; => +inf.0
(abs +nan.0) ; => +nan.0
(square 1/2) ; => 1/4
(square -1.5) ; => 2.25
(- 1 2 3) ; => -4
(+ 'a) ; error: type: +: wanted a number
(* 'a) ; error: type: *: wanted a number
(- 'a) ; error: type: -: wanted a number
(/ 'a) ; error: type: /: wanted a number
(+ 1 'a) ; error: type: +: wanted a number
(* 1.5) ; => 1.5
(/ 0) ; error: range: /: division by zero
(/ 0.) ; => +inf.0
(/ 5 0) ; error: range: /: division by zero
(/ 5. 0) ; => +inf.0
(boolean=? #t #t #t) ; => #t
(boolean=? #t 1) ; error: type: boolean=?: argument 2: wanted a boolean
(boolean=? #f #f #t) ; => #f
(boolean=? #f) ; error: arity:
(not 3) ; => #f
(number->string 1 2 3) ; error: arity:
(exact "1") ; error: type: exact: wanted a number

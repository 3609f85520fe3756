;;; R7RS 6.2.6: + - * / and what divides.
(+) ; => 0
(+ 5) ; => 5
(+ 1 2 3) ; => 6
(*) ; => 1
(* 2 3 4) ; => 24
(- 5) ; => -5
(- 10 1 2) ; => 7
(/ 2) ; => 1/2
(/ 6 3) ; => 2
(/ 1 3) ; => 1/3
(/ 1 2.0) ; => 0.5
(/ 12 2 3) ; => 2
(+ 1/2 1/3) ; => 5/6
(+ 1/2 1/2) ; => 1
(* 1/2 4) ; => 2
(+ 1 0.5) ; => 1.5
(- 1/2 1/2) ; => 0
(abs -7) ; => 7
(abs -1/2) ; => 1/2
(abs -1.5) ; => 1.5
(square 5) ; => 25
(quotient 17 5) ; => 3
(quotient -17 5) ; => -3
(remainder -17 5) ; => -2
(remainder 17 -5) ; => 2
(modulo -17 5) ; => 3
(modulo 17 -5) ; => -3
(modulo 5.5 2) ; error: type:
(floor-quotient -7 2) ; => -4
(floor-remainder -7 2) ; => 1
(truncate-quotient -7 2) ; => -3
(truncate-remainder -7 2) ; => -1
(call-with-values (lambda () (floor/ -5 2)) list) ; => (-3 1)
(call-with-values (lambda () (truncate/ -5 2)) list) ; => (-2 -1)
(gcd 32 -36) ; => 4
(gcd) ; => 0
(lcm 32 -36) ; => 288
(lcm) ; => 1
(numerator 6/4) ; => 3
(denominator 6/4) ; => 2
(denominator 0.5) ; => 2.0
(/ 1 0) ; error: range:
(quotient 1 0) ; error: range:
(modulo 1 0) ; error: range:
(/ 1.0 0) ; => +inf.0
(+ 'a 1) ; error: type: wanted a number
(+ 1 #t) ; error: type:
(* "2" 3) ; error: type:
(- 9007199254740993 1) ; => 9007199254740992
(* 99999999999 99999999999) ; => 9999999999800000000001

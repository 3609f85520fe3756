;;; What is known to be an integer is divided without a question; what only begins as one is not.
(define (digits n) (let loop ((n (* n n)) (sum 0)) (if (= n 0) sum (loop (quotient n 10) (+ sum (remainder n 10))))))
(digits 12) ; => 9
(digits -12) ; => 9
(digits 12.0) ; => 9.0
(define (walk x step) (let loop ((i 0) (x 7) (l '())) (if (= i 4) (reverse l) (loop (+ i 1) (modulo (+ (* x 75) step) 65537) (cons x l)))))
(walk 7 74) ; => (7 599 44999 32612)
(walk 7 0.5) ; error: type: modulo: argument 1: wanted an integer, got 525.5
(let loop ((i -5) (l '())) (if (> i 5) (reverse l) (loop (+ i 3) (cons (list (quotient i 2) (remainder i 2) (modulo i 2) (odd? i)) l)))) ; => ((-2 -1 1 #t) (-1 0 0 #f) (0 1 1 #t) (2 0 0 #f))
(let loop ((i 8) (l '())) (if (< i -8) l (loop (- i 5) (cons (quotient i -3) l)))) ; => (2 0 -1 -2)
(let loop ((i 0) (x 1)) (if (= i 3) (list (odd? x) (quotient x 1)) (loop (+ i 1) (* x 1.0)))) ; => (#t 1.0)
(let loop ((i 0) (x 0)) (if (= i 3) (modulo x 5) (loop (+ i 1) (- x i 1)))) ; => 4
(let loop ((i 0) (x 10)) (if (= i 3) (zero? x) (loop (+ i 1) (if (= i 2) 0 (/ x 4))))) ; => #t
(let loop ((i 3) (l '())) (if (< i 0) l (loop (- i 1) (cons (quotient 10 i) l)))) ; error: range: quotient: division by zero
(let loop ((i 0) (found #f)) (if (= i 3) (+ 1 found) (loop (+ i 1) (if (= i 5) i #f)))) ; error: type: +: wanted a number, got #f
(let loop ((i 0) (found #f)) (if (= i 3) (odd? found) (loop (+ i 1) (if (= i 5) i #f)))) ; error: type: odd?
(case (* 2 3) ((0 2 5 7) 'prime) ((1 4 6 8 9) 'composite)) ; => composite
(let loop ((x 4) (l '())) (case x ((4 5) (loop (- x 1) (cons 'high l))) ((-1 0) (reverse l)) (else (loop (- x 1) (cons 'low l))))) ; => (high low low low)
(let loop ((x 0.5) (l '())) (if (> x 3) l (loop (* x 2) (cons (list (exact? x) (/ x 3.0) (= x 1)) l)))) ; => ((#f 0.6666666666666666 #f) (#f 0.3333333333333333 #t) (#f 0.16666666666666666 #f))
(let loop ((i 0) (x 12345)) (if (= i 3) x (loop (+ i 1) (modulo (+ (* x 1103515245) 12345) 2147483648)))) ; => 1449466924
(let loop ((i 0) (x "a")) (if (= i 3) (* x 1103515245) (loop (+ i 1) x))) ; error: type: *: wanted a number, got "a"

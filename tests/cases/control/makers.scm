;;; Procedures that do nothing but make another one: what they make stands in the place of their calls.
(define (field name) (lambda (r) (cdr (assq name r))))
(define rows '(((a . 1) (b . 2)) ((a . 3) (b . 4))))
(map (field 'b) rows) ; => (2 4)
((field 'a) (car rows)) ; => 1
(define get-b (field 'b))
(get-b (cadr rows)) ; => 4
((field 'c) (car rows)) ; error: type
((field 'a)) ; error: arity
((field) (car rows)) ; error: arity
(define (adder n) (lambda (x . more) (apply + n x more)))
(list ((adder 1) 2) ((adder 1) 2 3) (map (adder 10) '(1 2))) ; => (3 6 (11 12))
(define (adders l) (let loop ((l l) (all '())) (if (null? l) all (let ((n (car l))) (loop (cdr l) (cons (adder n) all))))))
(map (lambda (f) (f 0)) (adders '(1 2 3))) ; => (3 2 1)
(define (both f g) (lambda (x) (list (f x) (g x))))
(let ((n 1)) (define (next x) (set! n (+ n x)) n) (list ((both next next) 1) (map (both - next) '(1 2)))) ; => ((2 3) ((-1 4) (-2 6)))
(define (counter n) (lambda () (set! n (+ n 1)) n))
(let ((c (counter 5)) (d (counter 5))) (c) (list (c) (d))) ; => (7 6)
(letrec ((f (adder n)) (n 1)) (f 1)) ; error: unbound
(define saved #f)
(define (keeping n) (lambda (x) (call/cc (lambda (k) (if (= x 2) (set! saved k)) (+ x n)))))
(define seen '())
(define times 0)
(begin (set! seen (cons (map (keeping 10) '(1 2 3)) seen)) (set! times (+ times 1)) (if (< times 3) (saved times)) seen)
; => ((11 2 13) (11 1 13) (11 12 13))
(define (twice f) (lambda (x) (f (f x))))
((twice (twice (adder 1))) 0) ; => 4

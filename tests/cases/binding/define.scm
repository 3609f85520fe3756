;;; R7RS 5.3, 4.1.
(define x 1)
x ; => 1
(define x 2)
x ; => 2
(define (f a . rest) (list a rest))
(f 1 2 3) ; => (1 (2 3))
(define (g . all) all)
(g) ; => ()
(set! x 5)
x ; => 5
(define-values (a b . c) (values 1 2 3 4))
(list a b c) ; => (1 2 (3 4))
(define-values all (values 1 2))
all ; => (1 2)
(define (h) (define-values (p q) (values 1 2)) (+ p q))
(h) ; => 3
(define (even2? n) (define (e? n) (or (= n 0) (o? (- n 1)))) (define (o? n) (and (> n 0) (e? (- n 1)))) (e? n))
(even2? 10) ; => #t
(let () (define x 'inner) x) ; => inner
x ; => 5
((lambda args args) 1 2) ; => (1 2)
((lambda (a b) (list a b)) 1 2) ; => (1 2)
(begin 1 2 3) ; => 3
(begin (define in-begin 7))
in-begin ; => 7
undefined-variable ; error: unbound: undefined-variable
(set! never-defined 1) ; error: unbound: never-defined
(f) ; error: arity: f
((lambda (x) x)) ; error: arity:
((lambda (x) x) 1 2) ; error: arity:
(5 5) ; error: type:
("f") ; error: type:
(lambda (x x) x) ; error: syntax:
(lambda) ; error: syntax:
(define) ; error: syntax:
(letrec ((a b) (b 1)) a) ; error: unbound: b

;;; R7RS 6.10: values, apply.
(call-with-values (lambda () (values 4 5)) (lambda (a b) b)) ; => 5
(call-with-values * -) ; => -1
(call-with-values (lambda () (values)) list) ; => ()
(call-with-values (lambda () 1) list) ; => (1)
(values 5) ; => 5
(begin (values 1 2) 3) ; => 3
(apply + '(1 2 3)) ; => 6
(apply + 1 2 '(3 4)) ; => 10
(apply list '()) ; => ()
(define (compose . fs) (if (null? fs) values (lambda args (call-with-values (lambda () (apply (apply compose (cdr fs)) args)) (car fs)))))
((compose sqrt *) 12 75) ; => 30
(apply car '((1 2))) ; => 1
(apply (lambda (a . b) (list a b)) 1 '(2 3)) ; => (1 (2 3))
(apply + 1) ; error: type:
(apply + 1 '(2 . 3)) ; error: type:
(call-with-values (lambda () (values 1 2)) (lambda (a) a)) ; error: arity:

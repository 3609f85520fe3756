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
; Several values that another procedure gives
(define (ends l) (if (null? (cdr l)) (car l) (values (car l) (cadr l))))
(let-values (((a b) (ends '(1 2)))) (list b a)) ; => (2 1)
(let-values (((a b . c) (ends '(1 2)))) (list a b c)) ; => (1 2 ())
(let-values ((all (ends '(1 2)))) all) ; => (1 2)
(let-values ((all (ends '(1)))) all) ; => (1)
(let-values (((a b) (ends '(1)))) a) ; error: arity:
(let-values (((a b c) (ends '(1 2)))) a) ; error: arity:
(let-values (((a) (ends '(1 2)))) a) ; error: arity:
(let-values (((a b c . d) (ends '(1 2)))) a) ; error: arity:
(call-with-values (lambda () (values 1 2 3 4 5 6 7 8)) list) ; => (1 2 3 4 5 6 7 8)
(define (eight) (values 1 2 3 4 5 6 7 8))
(let-values (((a b c d e f g h) (eight))) (list a h)) ; => (1 8)
(define again #f)
(define (both x) (values (call/cc (lambda (k) (set! again k) x)) (* x x)))
(let ((n 0)) (let-values (((a b) (both 3))) (set! n (+ n 1)) (if (< n 3) (again n) (list n a b)))) ; => (3 2 9)

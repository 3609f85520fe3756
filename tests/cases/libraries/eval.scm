;;; R7RS 6.12: (scheme eval), (scheme repl).
(import (scheme base) (scheme eval) (scheme repl))
(define env (environment '(scheme base)))
(eval '(* 7 3) env) ; => 21
(eval '(let () (define x 10) (define (add y) (+ x y)) (add 5)) env) ; => 15
(eval '(define foo 32) env) ; error: syntax: immutable
(eval '(begin (define y 1) y) env) ; error: syntax: immutable
(eval '(define-syntax m (syntax-rules ())) env) ; error: syntax: immutable
(eval '(define-values (a b) (values 1 2)) env) ; error: syntax: immutable
(eval '(define-record-type r (make-r) r?) env) ; error: syntax: immutable
(eval '(import (scheme write)) env) ; error: syntax: immutable
(eval 'foo env) ; error: unbound: foo
(eval '(set! car cdr) env) ; error: syntax: car
(eval '(car '(1)) env) ; => 1
(define in-program 1)
(eval 'in-program env) ; error: unbound: in-program
(eval '(m:list 1 2) (environment '(prefix (only (scheme base) list) m:))) ; => (1 2)
(eval '(list 1 2) (environment '(only (scheme base) vector))) ; error: unbound: list
;; the program's own environment
(define z 5)
(eval '(+ z 1) (interaction-environment)) ; => 6
(eval '(define w (* z 2)) (interaction-environment))
w ; => 10
(eval '(set! z 7) (interaction-environment))
z ; => 7
(define-syntax swap! (syntax-rules () ((_ a b) (let ((t a)) (set! a b) (set! b t)))))
(define t 1)
(eval '(swap! t z) (interaction-environment))
(list t z) ; => (7 1)
(begin (eval '(define-syntax twice (syntax-rules () ((_ e) (begin e e)))) (interaction-environment)) 'done) ; => done
(let ((n 0)) (twice (set! n (+ n 1))) n) ; => 2
(eval 'w) ; => 10
;; data in the expression
(let ((l (list 1 2))) (eq? l (eval (list 'quote l) env))) ; => #t
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (eq? l (eval (list 'quote l) env))) ; => #t
(eval (list + 1 (list * 2 3)) env) ; => 7
(eval '`(1 ,(+ 1 1) (quote (3 ,(+ 2 2))) ,@(list 5 6)) env) ; => (1 2 (quote (3 4)) 5 6)
(eval '#(1 (2 x)) env) ; => #(1 (2 x))
(eval '(let loop ((i 0) (l '())) (if (< i 3) (loop (+ i 1) (cons i l)) l)) env) ; => (2 1 0)
(eval '(let-syntax ((m (syntax-rules () ((_ (a . b)) '(b a))))) (m (1 . 2))) env) ; => (2 1)
(eval '(call-with-values (lambda () (values 1 2)) list) env) ; => (1 2)
;; errors
(eval '(car 5) (environment '(scheme base))) ; error: type: car: wanted a pair
(eval '(if) env) ; error: syntax: if
(eval '() env) ; error: syntax:
(eval '(1 . 2) env) ; error: syntax:
(let ((l (list 1))) (set-cdr! l l) (eval l env)) ; error: limit: circular
(let ((l (list 1))) (set-car! l l) (eval l env)) ; error: limit:
(eval '1 'nothing) ; error: type: eval: argument 2: wanted an environment
(guard (e ((symbol? e) (list 'caught e))) (eval '(raise 'oops) env)) ; => (caught oops)
(with-exception-handler (lambda (c) 42) (lambda () (eval '(+ 1 (raise-continuable 'c)) env))) ; => 43
(guard (e ((error-object? e) (error-object-message e))) (eval '(error "inside" 1) env)) ; => "inside"
;; nothing inside of the engine
(environment '(engine primitives)) ; error: library: internal to the engine
(eval '(import (engine primitives)) (interaction-environment)) ; error: library: internal to the engine
(eval '(import (only (engine control) raise)) (interaction-environment)) ; error: library: internal to the engine
(environment '(no such library)) ; error: library: there is no library
(environment 5) ; error: syntax: wanted a library
;; continuations
(define k #f)
(define count 0)
(define seen '())
(set! seen (cons (eval '(+ 100 (call/cc (lambda (c) (set! k c) 0))) (interaction-environment)) seen))
(set! count (+ count 1))
(begin (if (< count 3) (k count)) (reverse seen)) ; => (100 101 102)
(let ((again #f) (n 0)) (let ((v (eval '(* 2 (call/cc (lambda (c) c))) env))) v)) ; error: type:
(let* ((saved #f) (n 0) (v ((eval '(lambda (f) (+ 1 (f))) env) (lambda () (call/cc (lambda (c) (set! saved c) 0)))))) (set! n (+ n 1)) (if (< n 3) (saved n) (list n v))) ; => (3 3)
(call/cc (lambda (out) (eval (list out 5) env))) ; => 5
(let ((trace '())) (dynamic-wind (lambda () (set! trace (cons 'in trace))) (lambda () (eval '(+ 1 1) env)) (lambda () (set! trace (cons 'out trace)))) trace) ; => (out in)
;; tail calls through eval, and deep recursion around it
(define (count-down n) (if (= n 0) 'done (eval (list count-down (- n 1)) env)))
(count-down 100) ; => done
(define (deep n) (if (= n 0) (eval '(+ 1 1) env) (+ 1 (deep (- n 1)))))
(deep 5000) ; => 5002
(define-library (counting) (export next) (import (scheme base)) (begin (define n 0) (define (next) (set! n (+ n 1)) n)))
(eval '(next) (environment '(counting))) ; => 1
(eval '(next) (environment '(counting))) ; => 2
(import (counting))
(next) ; => 3

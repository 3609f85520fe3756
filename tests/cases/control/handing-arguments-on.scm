;;; Small procedures that call what they are given, and hand on the arguments that are left: in line, nobody can tell.
(import (scheme base) (scheme write))
(define (send object message . arguments) (apply (object message) arguments))
(define (call f . l) (apply f l))
(define (pipe x f g) (g (f x)))
(define (behind f a . l) (apply f a 1 l))
(define trace '())
(define (note x) (set! trace (cons x trace)) x)
(define (object m) (case m ((double) (lambda (x) (* 2 x))) ((all) list) ((none) (lambda () 'none)) (else m)))
(list (send object 'double 4) (send object 'all 1 2 3) (send object 'none) (call + 1 2 3) (call list) (behind list 2 3)) ; => (8 (1 2 3) none 6 () (2 1 3))
(begin (set! trace '()) (list (behind list (note 1) (note 2) (note 3)) (length trace))) ; => ((1 1 2 3) 3)
;; each call has variables of its own
(define (keeper n) (lambda (m) (if (eq? m 'get) (lambda () n) (lambda (x) (set! n x) n))))
(let ((a (keeper 1)) (b (keeper 2))) (send a 'set 10) (list (send a 'get) (send b 'get))) ; => (10 2)
(map (lambda (k) (k 1)) (map (lambda (n) (call (lambda (a) (lambda (b) (+ a b n))) n)) '(1 2 3))) ; => (3 5 7)
;; calls in tail position stay such
(define (count-down n) (if (= n 0) 'done (call count-down (- n 1))))
(count-down 100000) ; => done
(define (both n) (if (= n 0) 'done (pipe n (lambda (x) (- x 1)) both)))
(both 100000) ; => done
(define (depth n) (if (= n 0) 0 (+ 1 (call depth (- n 1)))))
(depth 30000) ; => 30000
;; continuations go through
(define k #f)
(define turns 0)
(let ((l (list 'got (send (lambda (m) (lambda (x) (call/cc (lambda (c) (set! k c) x)))) 'any 0)))) (set! turns (+ turns 1)) (if (< turns 3) (k turns) l)) ; => (got 2)
(call/cc (lambda (return) (+ 1 (pipe 'out return list)))) ; => out
(guard (e ((symbol? e) (list 'caught e))) (+ 1 (pipe 'it raise list))) ; => (caught it)
(guard (e ((string? e) e)) (call (lambda (x) (if x (raise "no") 1)) #t)) ; => "no"
(call-with-values (lambda () (call values 1 2)) list) ; => (1 2)
;; what is wrong is told where it is
(+ 1 (send object 'double)) ; error: arity: wanted 1 argument
(+ 1 (send object 'other 1)) ; error: type: wanted a procedure
(+ 1 (send object)) ; error: arity
(+ 1 (pipe 1 car list)) ; error: type: wanted a pair

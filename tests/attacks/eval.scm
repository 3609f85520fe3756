;;;; What is evaluated at run time, in an unsandboxed world with (scheme eval) and (scheme repl): data that is no program,
;;;; environments that must not leak into each other, and programs that do not end.

;;; a circular expression => limit
(eval ring (environment '(scheme base)))

;;; an expression that contains itself => limit
(eval knot (environment '(scheme base)))

;;; a circular quotation => ends
(eval (list 'quote ring) (environment '(scheme base)))

;;; a deep expression => limit
(eval deep (environment '(scheme base)))

;;; a deep call => limit
(eval (let loop ((i 0) (x 1)) (if (< i 100000) (loop (+ i 1) (list 'list x)) x)) (environment '(scheme base)))

;;; a wide expression => ends
(eval (cons 'list (make-list 100000 1)) (environment '(scheme base)))

;;; a dotted call => error syntax
(eval '(car . 1) (environment '(scheme base)))

;;; a procedure as operator => ends
(eval (list car ''(1 2)) (environment '(scheme base)))

;;; nested quasi-quotes => ends
(eval (let loop ((i 0) (x 1)) (if (< i 300) (loop (+ i 1) (list 'quasiquote x)) x)) (environment '(scheme base)))

;;; eval in eval in eval => limit
(define (spin n) (eval `(spin ,(+ n 1)) (interaction-environment)))
(spin 0)

;;; eval that recurses => limit
(define (grow n) (+ 1 (eval `(grow ,(+ n 1)) (interaction-environment))))
(grow 0)

;;; evaluated code that spins => limit
(eval '(let loop () (loop)) (environment '(scheme base)))

;;; a macro that multiplies => limit
(eval '(letrec-syntax ((m (syntax-rules () ((_ x) (begin (m x) (m x)))))) (m 1)) (environment '(scheme base)))

;;; many environments => ends
(let loop ((i 0)) (if (< i 200) (begin (environment '(scheme base) '(srfi 1)) (loop (+ i 1)))))

;;; a definition of the program is not in an environment => error unbound
(eval '(define hidden 1) (interaction-environment))
(eval 'hidden (environment '(scheme base)))

;;; a definition in an environment of imports is refused => error syntax
(eval '(define (car x) 'stolen) (environment '(scheme base)))

;;; redefining in the program leaves the library alone => value (1 2)
(eval '(define (car x) 'stolen) (interaction-environment))
(map (lambda (x) x) '(1 2))

;;; set! of an import is refused there => error syntax
(eval '(set! car cdr) (environment '(scheme base)))

;;; the engine's primitives => error library
(environment '(engine primitives))

;;; the engine's control => error library
(eval '(import (engine control)) (interaction-environment))

;;; an environment that is none => error type
(eval '1 5)

;;; an import set that is none => limit
(environment ring)

;;; an import set of numbers => error
(environment '(1 2 . 3))

;;; a library with a name that leads out => error
(environment '(|../../../etc| passwd))

;;; a name with a slash => error
(environment '(|srfi/1|))

;;; a continuation out of eval and back => value 3
(define k #f)
(define n 0)
(define (note x) (set! n (+ n 1)) x)
(eval '(note (call/cc (lambda (c) (set! k c) 1))) (interaction-environment))
(if (< n 3) (k 1))
n

;;; a handler around eval does not see the stop => limit
(guard (e (#t 'caught)) (eval '(let loop () (loop)) (environment '(scheme base))))

;;; an after thunk in eval does not delay the stop => limit
(eval '(dynamic-wind (lambda () 1) (lambda () (let loop () (loop))) (lambda () (let loop () (loop))))
      (environment '(scheme base)))

;;; redefinition in a loop => ends
(define (f x) (car x))
(let loop ((i 0))
  (if (< i 50)
      (begin (eval `(define (car x) ,i) (interaction-environment)) (loop (+ i 1)))))
(f 1)

;;; a procedure redefined while it runs => value (new)
(define (g n) (if (= n 0) (begin (eval '(define (g n) 'new) (interaction-environment)) (list (g 1))) (g (- n 1))))
(g 3)

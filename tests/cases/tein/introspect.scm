;;; (tein introspect): libraries and bindings of the running program.
(import (scheme base) (scheme write) (tein introspect))
(define mine 5)
(define (my-procedure a b . c) a)
(define-syntax my-syntax (syntax-rules () ((_) 1)))
(map (lambda (m) (and (member m (imported-modules)) #t)) '((scheme base) (tein introspect) (srfi 1))) ; => (#t #t #f)
(member '(engine primitives) (available-modules)) ; => #f
(car (member '(tein introspect) (available-modules))) ; => (tein introspect)
(module-exports '(scheme lazy)) ; => (delay delay-force force make-promise promise?)
(module-exports '(no such)) ; error: library: there is no library
(module-exports '(engine primitives)) ; error: library: internal to the engine
(module-exports 5) ; error: type: module-exports: wanted a proper list
(module-exports '(1.5)) ; error: type: wanted a library name
(env-bindings "my-") ; => ((my-procedure . procedure) (my-syntax . syntax))
(env-bindings 'mine) ; => ((mine . variable))
(env-bindings 5) ; error: error: wanted a string
(cdr (assq 'if (env-bindings))) ; => syntax
(procedure-arity my-procedure) ; => (2 . #f)
(map procedure-arity (list cons list-copy (lambda () 1) values)) ; => ((2 . 2) (1 . 1) (0 . 0) (0 . #f))
(procedure-arity 5) ; error: type: procedure-arity: wanted a procedure
(binding-info 'mine) ; => ((name . mine) (kind . variable) (modules))
(binding-info 'my-procedure) ; => ((name . my-procedure) (kind . procedure) (arity 2 . #f) (modules))
(binding-info 'if) ; => ((name . if) (kind . syntax) (modules (scheme base)))
(binding-info 'unfold-right) ; => ((name . unfold-right) (kind . unbound) (modules (srfi 1)))
(binding-info 5) ; error: type: binding-info: argument 1: wanted a symbol
(string? (describe-environment/text)) ; => #t
(cdr (assq 'mine (cdr (assq 'bindings (describe-environment))))) ; => variable
(pair? (assq 'env-bindings introspect-docs)) ; => #t

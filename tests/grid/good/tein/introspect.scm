;; the manual of (tein introspect)
(available-modules) (and (member '(srfi 1) x) #t) => #t
(imported-modules) (and (member '(scheme base) x) #t) => #t
(module-exports '(srfi 8)) => (receive)
(module-exports '(no such library)) e (error-object? e) => #t
(env-bindings) (and (assq 'car x) #t) => #t
(binding-info 'car) (pair? x) => #t
(binding-info 'no-such-name) => #f
(procedure-arity of-two) => (2 . 2)
(procedure-arity of-any) => (0 . #f)
(describe-environment) (pair? x) => #t
(describe-environment/text) (string? x) => #t

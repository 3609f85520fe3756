;; the manual of (tein docs)
(describe (list (cons '__module__ "my lib") (cons 'f "adds one"))) => "(my lib)\n  f - adds one\n"
(describe 5) (string? x) => #t
(module-doc (list (cons 'f "adds one")) 'f) => "adds one"
(module-doc (list (cons 'f "adds one")) 'g) => #f
(module-docs (list (cons '__module__ "m") (cons 'f "adds"))) => ((f . "adds"))

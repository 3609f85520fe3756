;; TOML 1.0
(toml-parse "a = 1\n[b]\nc = [true, 2.5]") => (("a" . 1) ("b" ("c" . #(#t 2.5))))
(toml-parse "a = ") e (error-object? e) => #t
(toml-stringify (list (cons "a" 1) (list "b" (cons "c" (vector #t "x"))))) => "a = 1\n[b]\nc = [true, \"x\"]\n"

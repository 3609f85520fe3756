;;; (tein toml): TOML text and Scheme data. A table is an alist with string
;;; keys in the order of the text, an array a vector, a date or time
;;; (toml-datetime "1979-05-27").

(define-library (tein toml)
  (export toml-parse toml-stringify)
  (import (scheme base)
          (only (engine primitives) %toml-parse %toml-stringify))
  (begin
    ;;> (toml-parse text) -> the data in a TOML document
    ;;> (toml-parse "a = 1\n[b]\nc = [true, 2.5]")
    ;;>   => (("a" . 1) ("b" ("c" . #(#t 2.5))))
    (define (toml-parse text) (%toml-parse text))

    ;;> (toml-stringify alist) -> the TOML document for it
    ;;> (toml-stringify '(("a" . 1) ("b" ("c" . #(#t "x")))))
    ;;>   => "a = 1\n[b]\nc = [true, \"x\"]\n"
    (define (toml-stringify alist) (%toml-stringify alist))))

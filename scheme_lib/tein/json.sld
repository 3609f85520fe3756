;;; (tein json): JSON text and Scheme data. An object is an alist with string
;;; keys in the order of the text, an array a list, null the symbol null.

(define-library (tein json)
  (export json-parse json-stringify)
  (import (scheme base)
          (only (engine primitives) %json-parse %json-stringify))
  (begin
    ;;> (json-parse text) -> the data in a JSON text; an error names line and
    ;;> column
    ;;> (json-parse "{\"a\": [1, 2.5, null], \"b\": {}}")
    ;;>   => (("a" 1 2.5 null) ("b"))
    (define (json-parse text) (%json-parse text))

    ;;> (json-stringify x) -> JSON text without blanks; vectors and lists are
    ;;> arrays, a non-empty list of pairs with string or symbol keys is an
    ;;> object
    ;;> (json-stringify '(("a" . #(1 2)) ("b" . null)))
    ;;>   => "{\"a\":[1,2],\"b\":null}"
    (define (json-stringify x) (%json-stringify x))))

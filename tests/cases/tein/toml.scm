;;; (tein toml): both directions.
(import (scheme base) (tein toml))
(toml-parse "") ; => ()
(toml-parse "a = 'x'\nb = \"\\u00e9\"\nc = 0x10\nd = 1e3\ne = false") ; => (("a" . "x") ("b" . "é") ("c" . 16) ("d" . 1000.0) ("e" . #f))
(toml-parse "d = 1979-05-27T07:32:00Z\ne = 1979-05-27\nf = 07:32:00") ; => (("d" toml-datetime "1979-05-27T07:32:00Z") ("e" toml-datetime "1979-05-27") ("f" toml-datetime "07:32:00"))
(toml-parse "a.b.c = 1\n[[t]]\nx = 1\n[[t]]\nx = 2") ; => (("a" ("b" ("c" . 1))) ("t" . #((("x" . 1)) (("x" . 2)))))
(toml-parse "a = []\nb = {}\nc = {d = 1}") ; => (("a" . #()) ("b") ("c" ("d" . 1)))
(toml-parse "a = 1\na = 2") ; error: read: toml-parse: cannot overwrite a value
(toml-parse "a = ") ; error: read: toml-parse: invalid value
(toml-parse 5) ; error: type: toml-parse: wanted a string
(toml-parse (string-append "a = " (make-string 100000 #\[))) ; error: limit: more than 50 brackets
(toml-parse (string-append "a = " (make-string 10000 #\9))) ; error: read:
(toml-stringify '()) ; => ""
(toml-stringify '((a . 1) ("b c" . "x\"\n") (d . 1/2) (e . #(1 #(2))) (f . #f) (g . ()))) ; => "a = 1\n\"b c\" = \"x\\\"\\n\"\nd = 0.5\ne = [1, [2]]\nf = false\ng = []\n"
(toml-stringify '(("t" . #((("x" . 1)) (("x" . 2)))) ("a" ("b" ("c" . 1))) ("z" . 0))) ; => "z = 0\n[[t]]\nx = 1\n[[t]]\nx = 2\n[a]\n[a.b]\nc = 1\n"
(toml-stringify '(("when" toml-datetime "1979-05-27") ("m" . #(1 (("k" . 2)))))) ; => "when = 1979-05-27\nm = [1, {k = 2}]\n"
(let ((text "a = 1\nb = [inf, -inf]\n[c]\nd = \"é\"\n")) (equal? text (toml-stringify (toml-parse text)))) ; => #t
(toml-stringify 5) ; error: type: toml-stringify: wanted an alist
(toml-stringify '((a . b) c)) ; error: type: toml-stringify: wanted an alist
(toml-stringify (list (cons 'a car))) ; error: type: no TOML form
(toml-stringify '((a . 1) ("a" . 2))) ; error: error: stands twice
(let ((v (vector 1))) (vector-set! v 0 v) (toml-stringify (list (cons 'a v)))) ; error: limit: circular
(let ((l (list (cons 'a 1)))) (set-cdr! (car l) l) (toml-stringify l)) ; error: limit: circular
(toml-stringify (list (cons 'a (expt 10 30)))) ; error: type: no TOML form
(string-length (cdar (toml-parse (string-append "a = '" (make-string 1000 #\[) "'  # " (make-string 1000 #\{))))) ; => 1000
(toml-parse (let loop ((i 0) (s "a")) (if (= i 60) (string-append s " = 1") (loop (+ i 1) (string-append s ".\"b\""))))) ; error: limit: a key of more than 50 parts
(toml-parse (let ((s (make-string 20000 #\\))) (let loop ((i 1)) (if (< i 20000) (begin (string-set! s i #\") (loop (+ i 2))) (string-append "a = \"" s))))) ; error: read:

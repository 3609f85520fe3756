;;; (tein json): both directions, and errors with their position.
(import (scheme base) (scheme write) (tein json))
(json-parse "{\"b\": 1, \"a\": {\"c\": [true, false, null]}}") ; => (("b" . 1) ("a" ("c" #t #f null)))
(json-parse "[]") ; => ()
(json-parse "{}") ; => ()
(json-parse " \"caf\\u00e9 \\ud83d\\ude00 \\n\" ") ; => "café 😀 \n"
(json-parse "123456789012345678901234567890") ; => 123456789012345678901234567890
(json-parse "1.0") ; => 1.0
(json-parse "1e2") ; => 100.0
(json-parse "-0.5") ; => -0.5
(json-parse "") ; error: read: line 1, column 1: wanted a value, but the text has ended
(json-parse "[1,\n 2") ; error: read: line 2, column 3: wanted , or ]; the bracket was opened at line 1, column 1
(json-parse "[1 2]") ; error: read: wanted , or ], got "2]"
(json-parse "{\"a\" 1}") ; error: read: line 1, column 6: wanted :
(json-parse "{a: 1}") ; error: read: wanted a string as key
(json-parse "[1,]") ; error: read: wanted a value
(json-parse "01") ; error: read: wanted the end of the text
(json-parse "nul") ; error: read: wanted a value
(json-parse "NaN") ; error: read: wanted a value
(json-parse "1e999") ; error: read: too large
(json-parse "\"\\ud800\"") ; error: read: half a surrogate pair
(json-parse "\"a\nb\"") ; error: read: control character
(json-parse "\"abc") ; error: read: has no end
(json-parse "[1] [2]") ; error: read: wanted the end of the text
(json-parse 5) ; error: type: json-parse: wanted a string
(json-parse (make-string 10001 #\[)) ; error: read: more than 10000 brackets are open
(guard (e ((read-error? e) 'read-error)) (json-parse "{")) ; => read-error
(json-stringify '(("a" . 1) ("b" . (1 2)) (c . "x"))) ; => "{\"a\":1,\"b\":[1,2],\"c\":\"x\"}"
(json-stringify '()) ; => "[]"
(json-stringify '#()) ; => "[]"
(json-stringify '(1 (2 #(3)))) ; => "[1,[2,[3]]]"
(json-stringify '(#t #f null sym)) ; => "[true,false,null,\"sym\"]"
(json-stringify 1/2) ; => "0.5"
(json-stringify 100000000000000000000) ; => "100000000000000000000"
(json-stringify "tab\t \"q\" \\ λ") ; => "\"tab\\t \\\"q\\\" \\\\ λ\""
(json-stringify (list 1 (list 'x #\a))) ; error: type: no JSON form for #\a at [1][1]
(json-stringify (list (cons "k" car))) ; error: type: at ["k"]
(json-stringify +inf.0) ; error: type: no JSON form
(json-stringify '(1 . 2)) ; error: type: improper
(let ((x (list 1))) (set-cdr! x x) (json-stringify x)) ; error: type: circular
(let ((x (vector 1))) (vector-set! x 0 x) (json-stringify x)) ; error: limit: circular
(let ((text "{\"a\":[1,2.5,\"x\",null,true],\"b\":{\"c\":-1}}")) (string=? text (json-stringify (json-parse text)))) ; => #t

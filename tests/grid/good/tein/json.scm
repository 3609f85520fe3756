;; RFC 8259; objects are alists with string keys, arrays lists, null the symbol null
(json-parse "{\"a\": [1, 2.5, \"x\\u00e9\", true, false, null], \"b\": {}}") => (("a" 1 2.5 "x\xe9;" #t #f null) ("b"))
(json-parse "[1,") e (error-object? e) => #t
(json-stringify (list (cons "a" (vector 1 2.5 "x\n" #t 'null)))) => "{\"a\":[1,2.5,\"x\\n\",true,null]}"

;;; R7RS 6.7.
(string? "a") ; => #t
(string? #\a) ; => #f
(make-string 3 #\x) ; => "xxx"
(string-length (make-string 4)) ; => 4
(string #\a #\b) ; => "ab"
(string) ; => ""
(string-length "λx") ; => 2
(string-ref "abc" 1) ; => #\b
(let ((s (make-string 2 #\a))) (string-set! s 1 #\b) s) ; => "ab"
(substring "hello" 1 3) ; => "el"
(string-append "a" "" "bc") ; => "abc"
(string-append) ; => ""
(string->list "abc") ; => (#\a #\b #\c)
(string->list "abc" 1) ; => (#\b #\c)
(string->list "abc" 1 2) ; => (#\b)
(list->string '(#\a #\b)) ; => "ab"
(string-copy "hello" 2) ; => "llo"
(let ((s (string-copy "abc"))) (string-copy! s 1 "xyz" 0 2) s) ; => "axy"
(let ((s (string-copy "abcde"))) (string-copy! s 1 s 0 3) s) ; => "aabce"
(let ((s (make-string 3 #\a))) (string-fill! s #\z 1) s) ; => "azz"
(string->vector "ab") ; => #(#\a #\b)
(vector->string #(#\a #\b #\c) 1) ; => "bc"
(eq? "" "x") ; => #f
(equal? (string #\a) "a") ; => #t
(string-ref "abc" 3) ; error: range:
(string-ref "abc" -1) ; error: range:
(string-length 'a) ; error: type: wanted a string
(substring "abc" 2 1) ; error: range:
(string-append "a" 'b) ; error: type:
(string->symbol 5) ; error: type:
(list->string '(1)) ; error: type:
((lambda (s) (substring s #\a 2)) "abc") ; error: type:

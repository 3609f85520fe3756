;;; R7RS 6.7: comparison and case.
(string=? "a" "a" "a") ; => #t
(string=? "a" "b") ; => #f
(string<? "a" "b" "c") ; => #t
(string<? "b" "a") ; => #f
(string>? "b" "a") ; => #t
(string<=? "a" "a") ; => #t
(string>=? "a" "b") ; => #f
(string<? "Z" "a") ; => #t
(string<? "ab" "abc") ; => #t
(string-ci=? "aBc" "AbC") ; => #t
(string-ci<? "a" "B") ; => #t
(string-ci>? "b" "A") ; => #t
(string-ci<=? "A" "a") ; => #t
(string-ci>=? "A" "a") ; => #t
(string-upcase "abc") ; => "ABC"
(string-downcase "ABC") ; => "abc"
(string-upcase "straße") ; => "STRASSE"
(string-foldcase "ABC") ; => "abc"
(string=? "a" 'a) ; error: type:
(map (lambda (x) (equal? x "git")) (list "git" (string #\g #\i #\t) "gi" 'git '() #f)) ; => (#t #t #f #f #f #f)
(map (lambda (x y) (equal? (string-append x "b") y)) '("a" "") '("ab" b)) ; => (#t #f)
(define (same? x y) (equal? (cdr x) (string-append y "z"))) (list (same? '(1 . "yz") "y") (same? '(1) "y")) ; => (#t #f)
(let ((joined (lambda (x y) (equal? (cdr x) (string-append y "z"))))) (joined '(1 . 5) 7)) ; error: type:

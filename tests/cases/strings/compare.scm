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

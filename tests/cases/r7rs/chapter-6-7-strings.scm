;;; R7RS 6.7: strings.
(define (copied to at from . range) (let ((s (string-copy to))) (apply string-copy! s at (if (eq? from 'itself) s from) range) s))
(string-upcase "Straße") ; => "STRASSE"
(string-downcase "ΧΑΟΣ") ; => "χαος"
(string-downcase "ΧΑΟΣΣ") ; => "χαοσς"
(string-downcase "ΧΑΟΣ Σ") ; => "χαος σ"
(string-downcase "ΣΑΣ. Σ'Σ") ; => "σας. σ'ς"
(string-foldcase "ΧΑΟΣ") ; => "χαοσ"
(string-foldcase "ς") ; => "σ"
(string-ci=? "ΧΑΟΣ" "χαος" "χαοσ") ; => #t
(string-ci=? "Straße" "STRASSE") ; => #t
(string-ci=? "İ" "i") ; => #f
(string-upcase "ŉ") ; => "ʼN"
(string-upcase "ﬁ") ; => "FI"
(string-upcase "ÿ") ; => "Ÿ"
(string-downcase "İ") ; => "i̇"
(string-length (string-downcase "İ")) ; => 2
(make-string 3) ; => "   "
(make-string 0 #\a) ; => ""
(make-string 2.0 #\a) ; error: type: make-string: argument 1: wanted a size (an exact integer from 0)
(make-string -1) ; error: type: make-string: argument 1: wanted a size (an exact integer from 0)
(make-string 2 "a") ; error: type: make-string: argument 2: wanted a character
(string #\a) ; => "a"
(string "a") ; error: type: string: argument 1: wanted a character
(string-ref "abc" 1.) ; error: type: string-ref: argument 2: wanted an index (an exact integer from 0)
(string-ref "a" -1) ; error: range: string-ref: argument 2: wanted an index from 0 to 0
(substring "abc" 1 1) ; => ""
(substring "abc" 3 3) ; => ""
(substring "abc" 0 4) ; error: range: substring: argument 3: wanted an end from 0 to 3
(string-append "a") ; => "a"
(string-copy "abc" 3) ; => ""
(string-copy "abc" 1 2) ; => "b"
(string-copy "abc" 4) ; error: range: string-copy: argument 2: wanted a start from 0 to 3
(string->list "" 0) ; => ()
(string->list "abc" 4) ; error: range: string->list: argument 2: wanted a start from 0 to 3
(list->string '()) ; => ""
(list->string '(#\a . #\b)) ; error: type: list->string: wanted a proper list
(string->vector "") ; => #()
(string->vector "abc" 1 2) ; => #(#\b)
(vector->string #()) ; => ""
(vector->string #(#\a #\b) 1 1) ; => ""
(vector->string #(1)) ; error: type: vector->string: wanted characters only, and element 0 is none
(vector->string #(1 #\a) 1) ; => "a"
(copied "abcde" 0 'itself 1) ; => "bcdee"
(copied "abcde" 1 'itself 0 4) ; => "aabcd"
(copied "abcde" 2 'itself 0 3) ; => "ababc"
(copied "abcde" 3 "xyz") ; error: range: string-copy!: argument 2: wanted a start with room for 3 elements (length 5)
(copied "abcde" 3 "xyz" 1) ; => "abcyz"
(copied "abcde" 5 "") ; => "abcde"
(copied "abcde" 5 "x") ; error: range: string-copy!: argument 2: wanted a start with room for 1 elements (length 5)
(copied "abcde" 0 "xyz" 2 1) ; error: range: string-copy!: argument 5: wanted an end from 2 to 3
(copied "abcde" 0 "xyz" 3 3) ; => "abcde"
(copied "abcde" -1 "x") ; error: type: string-copy!: argument 2: wanted an index (an exact integer from 0)
(copied "abcde" 0 "xyz" 0 4) ; error: range: string-copy!: argument 5: wanted an end from 0 to 3
(let ((s (string-copy "abcde"))) (string-fill! s #\x 2 4) s) ; => "abxxe"
(let ((s (string-copy "abcde"))) (string-fill! s #\x 5) s) ; => "abcde"
(let ((s (string-copy "abcde"))) (string-fill! s #\x 3 2) s) ; error: range: string-fill!: argument 4: wanted an end from 3 to 5
(string-map (lambda (a b c) (string-ref "xyz" 0)) "abcd" "ab" "abc") ; => "xx"
(string-map (lambda (a b) b) "" "abc") ; => ""
(string-map (lambda (x) "a") "abc") ; error: type: list->string: wanted characters only, and element 0 is none
(string-map char-upcase "") ; => ""
(string-map (lambda (c k) (if (eqv? k #\u) (char-upcase c) (char-downcase c))) "studlycaps xxx" "ululululul") ; => "StUdLyCaPs"
(string=? "a" "a" "b") ; => #f
(string<? "a" "b" "c" "b") ; => #f
(string<? "" "a") ; => #t
(string<? "abc" "abd" ) ; => #t
(string<? "ab" "a") ; => #f
(string=? "a") ; error: arity:
(string<? "\x10000;" "\xFFFF;") ; => #f
(string-ci<? "abc" "ABD") ; => #t
(string>=? "b" "b" "a") ; => #t
"a\a\b\t\n\r\"\\|\x0;\x7f;\x1b;λ\x200B;\xA0;\xD7FF;\x10FFFF;" ; => "a\a\b\t\n\r\"\\|\x0;\x7f;\x1b;λ​ ퟿􏿿"
(string #\x85) ; => "\x85;"
(string #\x2028) ; => "\x2028;"
(string #\x300) ; => "̀"
(list #\a "b" 'c) ; => (#\a "b" c)
(string->list "\x1F600;") ; => (#\😀)

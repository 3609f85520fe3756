;;; R7RS 6.6.
(char? #\a) ; => #t
(char? "a") ; => #f
(char->integer #\A) ; => 65
(integer->char 955) ; => #\λ
(char<? #\a #\b #\c) ; => #t
(char<? #\a #\c #\b) ; => #f
(char=? #\a #\a) ; => #t
(char>? #\b #\a) ; => #t
(char<=? #\a #\a #\b) ; => #t
(char>=? #\b #\a #\a) ; => #t
(char-ci=? #\a #\A) ; => #t
(char-ci<? #\a #\B) ; => #t
(char-ci>? #\b #\A) ; => #t
(char-ci<=? #\a #\A) ; => #t
(char-ci>=? #\b #\A) ; => #t
(char-alphabetic? #\λ) ; => #t
(char-alphabetic? #\1) ; => #f
(char-numeric? #\5) ; => #t
(char-whitespace? #\tab) ; => #t
(char-upper-case? #\A) ; => #t
(char-lower-case? #\A) ; => #f
(char-upcase #\i) ; => #\I
(char-downcase #\Σ) ; => #\σ
(char-foldcase #\A) ; => #\a
(digit-value #\7) ; => 7
(digit-value #\a) ; => #f
(digit-value #\x0664) ; => 4
(eqv? #\x1F600 (integer->char #x1F600)) ; => #t
#\newline ; => #\newline
#\null ; => #\null
#\escape ; => #\escape
(char->integer #\delete) ; => 127
(char->integer #\alarm) ; => 7
(integer->char #xD800) ; error: range:
(char->integer "a") ; error: type: wanted a character
(char<? #\a 1) ; error: type:

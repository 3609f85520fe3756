;; R7RS 6.6, 6.7
(char-alphabetic? #\x3bb) => #t
(char-alphabetic? #\1) => #f
(char-alphabetic? #\x2160) => #t
(char-lower-case? #\a) => #t
(char-lower-case? #\A) => #f
(char-numeric? #\x664) => #t
(char-numeric? #\a) => #f
(char-upper-case? #\A) => #t
(char-upper-case? #\a) => #f
(char-whitespace? #\xa0) => #t
(char-whitespace? #\a) => #f
(digit-value #\3) => 3
(digit-value #\x0664) => 4
(digit-value #\x0ae6) => 0
(digit-value #\x0ea6) => #f
(char-downcase #\A) => #\a
(char-foldcase #\A) => #\a
(char-foldcase #\x3c2) => #\x3c3
(char-upcase #\i) => #\I
(char-upcase #\xdf) => #\xdf
(char-ci<=? #\a #\A #\b) => #t
(char-ci<? #\a #\B) => #t
(char-ci=? #\a #\A) => #t
(char-ci>=? #\B #\a) => #t
(char-ci>? #\B #\a) => #t
(string-downcase "CHAOS") => "chaos"
(string-downcase "\x39a;\x3a3;") => "\x3ba;\x3c2;"
(string-foldcase "Stra\xdf;e") => "strasse"
(string-upcase "stra\xdf;e") => "STRASSE"
(string-ci<=? "abc" "ABC" "abd") => #t
(string-ci<? "abc" "ABD") => #t
(string-ci=? "Stra\xdf;e" "STRASSE") => #t
(string-ci>=? "b" "A") => #t
(string-ci>? "b" "A") => #t

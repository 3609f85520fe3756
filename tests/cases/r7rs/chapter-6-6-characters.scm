;;; R7RS 6.6: characters. Case goes by character: no mapping to two characters, no locale.
(char-upcase #\ß) ; => #\ß
(char-downcase #\İ) ; => #\i
(char-upcase #\ı) ; => #\I
(char-foldcase #\ς) ; => #\σ
(char-ci=? #\ς #\σ) ; => #t
(char-ci=? #\ß #\ß) ; => #t
(char-upcase #\ﬁ) ; => #\ﬁ
(char-upcase #\ÿ) ; => #\Ÿ
(char-upcase #\µ) ; => #\Μ
(char-foldcase #\µ) ; => #\μ
(digit-value #\3) ; => 3
(digit-value #\x0AE6) ; => 0
(digit-value #\x0EA6) ; => #f
(digit-value #\²) ; => #f
(digit-value #\½) ; => #f
(digit-value #\x1D7CE) ; => 0
(char-numeric? #\²) ; => #f
(char-numeric? #\x0664) ; => #t
(char-numeric? #\Ⅷ) ; => #f
(char-alphabetic? #\Ⅷ) ; => #t
(char-alphabetic? #\x05D0) ; => #t
(char-alphabetic? #\_) ; => #f
(char-alphabetic? #\²) ; => #f
(char-whitespace? #\x00A0) ; => #t
(char-whitespace? #\x1680) ; => #t
(char-whitespace? #\x200B) ; => #f
(char-whitespace? #\x2028) ; => #t
(char-whitespace? #\x1C) ; => #f
(char-whitespace? #\x85) ; => #t
(char-upper-case? #\ǅ) ; => #f
(char-lower-case? #\ǅ) ; => #f
(char-lower-case? #\ª) ; => #t
(char-upper-case? #\Ⓐ) ; => #t
(char-lower-case? #\ⓐ) ; => #t
(char-upper-case? #\x2160) ; => #t
(char-lower-case? #\1) ; => #f
(char-upper-case? #\ß) ; => #f
(char-lower-case? #\ß) ; => #t
(char->integer #\x10FFFF) ; => 1114111
(integer->char #x10FFFF) ; => #\x10ffff
(integer->char #x110000) ; error: range: integer->char: wanted a Unicode scalar value (0 to #xD7FF, #xE000 to #x10FFFF)
(integer->char -1) ; error: range: integer->char: wanted a Unicode scalar value (0 to #xD7FF, #xE000 to #x10FFFF)
(integer->char 55296) ; error: range: integer->char: wanted a Unicode scalar value (0 to #xD7FF, #xE000 to #x10FFFF)
(integer->char 0) ; => #\null
#\x ; => #\x
#\) ; => #\)
#\; ; => #\;
#\tab ; => #\tab
#\return ; => #\return
#\alarm ; => #\alarm
#\backspace ; => #\backspace
#\delete ; => #\delete
#\x7f ; => #\delete
#\x0 ; => #\null
#\x3bb ; => #\λ
#\λ ; => #\λ
#\" ; => #\"
#\| ; => #\|
#\x200B ; => #\x200b
#\x301 ; => #\x301
(char<? #\a #\b #\a) ; => #f
(char<? #\a) ; error: arity:
(char=? #\a #\a #\b) ; => #f
(char-ci<? #\a #\B #\c) ; => #t
(char<? #\a 'b) ; error: type: char<?: argument 2: wanted a character
(integer->char 1.0) ; error: type: integer->char: wanted an exact integer
;; characters whose string has two letters in the other case
(char-upcase #\x1FB3) ; => #\ᾼ
(char-upcase #\x1F80) ; => #\ᾈ
(char-downcase #\x1FBC) ; => #\ᾳ
(char-foldcase #\x1E9E) ; => #\ß
(char-foldcase #\x1FBC) ; => #\ᾳ
(char-foldcase #\x1F88) ; => #\ᾀ
(char-foldcase #\İ) ; => #\İ
(char-ci=? #\x1E9E #\ß) ; => #t
(char-ci=? #\x1FB3 #\x1FBC) ; => #t
(char-upcase #\ǅ) ; => #\Ǆ
(char-downcase #\ǅ) ; => #\ǆ
(char-foldcase #\ǅ) ; => #\ǆ
(char-upcase #\ǆ) ; => #\Ǆ
(char-foldcase #\K) ; => #\k
(char-foldcase #\x13A0) ; => #\Ꭰ
(char-foldcase #\xAB70) ; => #\Ꭰ
(char-upcase #\xAB70) ; => #\Ꭰ
(char-upcase #\ſ) ; => #\S
(char-foldcase #\ſ) ; => #\s
(char-downcase #\ẞ) ; => #\ß
(char-upcase #\x10D0) ; => #\Ა
(char-upcase #\ŉ) ; => #\ŉ
(char-upcase #\ǰ) ; => #\ǰ
(char-ci<? #\x1E9E #\z) ; => #f
(char-upcase #\x0345) ; => #\Ι

;;; R7RS 6.2.7.
(number->string 10) ; => "10"
(number->string 255 16) ; => "ff"
(number->string -5 2) ; => "-101"
(number->string 1/3 2) ; => "1/11"
(number->string 0.1) ; => "0.1"
(number->string 1e21) ; => "1.0e+21"
(number->string 100.0) ; => "100.0"
(string->number "100") ; => 100
(string->number "100" 16) ; => 256
(string->number "1e2") ; => 100.0
(string->number "#xff") ; => 255
(string->number "abc") ; => #f
(string->number "1/0") ; => #f
(string->number "") ; => #f
(string->number "-") ; => #f
(string->number "1 2") ; => #f
(string->number "+inf.0") ; => +inf.0
(string->number "1_000") ; => #f
(string->number "12" 2) ; => #f
(number->string 'a) ; error: type:

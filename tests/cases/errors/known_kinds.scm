;;; What is known of a value spares no error on the way to it.
(define (of-length x) (exact-integer? (length x)))
(of-length '(1)) ; => #t
(of-length 5) ; error: type: length
(define (of-letter x) (if (char? (string-ref x 0)) 'yes 'no))
(of-letter "a") ; => yes
(of-letter "") ; error: range: string-ref
(list (string? (number->string 'a))) ; error: type: number->string
(list (string? (list->string 5))) ; error: type: list->string
(list (exact-integer? (utf8->string 5))) ; error: type: utf8->string

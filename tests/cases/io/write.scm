;;; R7RS 6.13.3: write, display, write-shared, write-simple.
(begin (display '("a" #\b c)) (write '("a" #\b c))) ; output: (a b c)("a" #\b c)
(let ((x (list 1 2))) (set-cdr! (cdr x) x) (write x)) ; output: #0=(1 2 . #0#)
(let ((x (list 1))) (write (list x x))) ; output: ((1) (1))
(let ((x (list 1))) (write-shared (list x x))) ; output: (#0=(1) #0#)
(let ((x (list 1))) (write-simple (list x x))) ; output: ((1) (1))
(let ((v (vector 1 2))) (vector-set! v 0 v) (write v)) ; output: #0=#(#0# 2)
(write '|a b|) ; output: |a b|
(display '|a b|) ; output: a b
(write "tab\there \\ \" nul\x0;") ; output: "tab\there \\ \" nul\x0;"
(write #\space) ; output: #\space
(display #\a) ; output: a
(write '()) ; output: ()
(write (string->symbol "")) ; output: ||
(write (if #f #f)) ; output: #<unspecified>
(write (list #t #f)) ; output: (#t #f)
(write 'ABC) ; output: ABC
(write '|1|) ; output: |1|
(write (eof-object)) ; output: #<eof>
;; tails that are vectors, and bytevectors among data
(begin (write '(a . #(1 2))) (write '(a b . #())) (write '#((a . #(b ("c"))) d))) ; output: (a . #(1 2))(a b . #())#((a . #(b ("c"))) d)
(begin (write '(#u8(0 255) . #u8())) (display '("x" . #("y" #u8(1))))) ; output: (#u8(0 255) . #u8())(x . #(y #u8(1)))

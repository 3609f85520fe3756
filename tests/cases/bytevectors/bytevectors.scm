;;; R7RS 6.9.
(bytevector 1 2 3) ; => #u8(1 2 3)
(bytevector) ; => #u8()
(make-bytevector 2 7) ; => #u8(7 7)
(bytevector-length (make-bytevector 3)) ; => 3
(bytevector? #u8(1)) ; => #t
(bytevector? #(1)) ; => #f
(bytevector-u8-ref #u8(5 6) 1) ; => 6
(let ((b (bytevector 1 2))) (bytevector-u8-set! b 0 255) b) ; => #u8(255 2)
(bytevector-copy #u8(1 2 3) 1) ; => #u8(2 3)
(let ((b (bytevector 1 2 3))) (bytevector-copy! b 0 #u8(9 8) 1) b) ; => #u8(8 2 3)
(bytevector-append #u8(1) #u8(2 3)) ; => #u8(1 2 3)
(utf8->string #u8(65 206 187)) ; => "Aλ"
(string->utf8 "λ") ; => #u8(206 187)
(string->utf8 "abc" 1) ; => #u8(98 99)
(bytevector 256) ; error: type: wanted a byte
(bytevector-u8-set! (bytevector 1) 0 -1) ; error: type:
(bytevector-u8-ref #u8(1) 1) ; error: range:
(bytevector-length "a") ; error: type: wanted a bytevector

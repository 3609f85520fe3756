;;; R7RS 6.9: bytevectors.
(bytevector 1 3 5) ; => #u8(1 3 5)
(bytevector -1) ; error: type: bytevector: argument 1: wanted a byte (an exact integer from 0 to 255)
(bytevector 1.0) ; error: type: bytevector: argument 1: wanted a byte (an exact integer from 0 to 255)
(make-bytevector 2 12) ; => #u8(12 12)
(make-bytevector 0) ; => #u8()
(make-bytevector 1 256) ; error: type: make-bytevector: argument 2: wanted a byte (an exact integer from 0 to 255)
(make-bytevector -1) ; error: type: make-bytevector: argument 1: wanted a size (an exact integer from 0)
(bytevector-u8-ref #u8(1 1 2 3 5 8 13 21) 5) ; => 8
(bytevector-u8-ref #u8(1) -1) ; error: range: bytevector-u8-ref: argument 2: wanted an index from 0 to 0
(bytevector-u8-ref #(1) 0) ; error: type: bytevector-u8-ref: argument 1: wanted a bytevector
(let ((bv (bytevector 1 2 3 4))) (bytevector-u8-set! bv 1 3) bv) ; => #u8(1 3 3 4)
(bytevector-u8-set! (bytevector 1) 0 256) ; error: type: bytevector-u8-set!: argument 3: wanted a byte (an exact integer from 0 to 255)
(bytevector-u8-set! (bytevector 1) 1 0) ; error: range: bytevector-u8-set!: argument 2: wanted an index from 0 to 0
(bytevector-u8-set! (bytevector 1) 0 1.0) ; error: type: bytevector-u8-set!: argument 3: wanted a byte (an exact integer from 0 to 255)
(let ((a #u8(1 2 3 4 5))) (bytevector-copy a 2 4)) ; => #u8(3 4)
(bytevector-copy #u8(1 2) 2) ; => #u8()
(bytevector-copy #u8(1 2) 3) ; error: range: bytevector-copy: argument 2: wanted a start from 0 to 2
(bytevector-copy #u8(1 2) 1 0) ; error: range: bytevector-copy: argument 3: wanted an end from 1 to 2
(let ((a (bytevector 1 2 3 4 5)) (b (bytevector 10 20 30 40 50))) (bytevector-copy! b 1 a 0 2) b) ; => #u8(10 1 2 40 50)
(let ((b (bytevector 1 2 3 4 5))) (bytevector-copy! b 1 b 0 4) b) ; => #u8(1 1 2 3 4)
(let ((b (bytevector 1 2 3 4 5))) (bytevector-copy! b 0 b 1) b) ; => #u8(2 3 4 5 5)
(bytevector-copy! (bytevector 1) 0 #u8(1 2)) ; error: range: bytevector-copy!: argument 2: wanted a start with room for 2 elements (length 1)
(bytevector-append #u8(0 1 2) #u8(3 4 5)) ; => #u8(0 1 2 3 4 5)
(bytevector-append) ; => #u8()
(bytevector-append #u8(1) '(2)) ; error: type: bytevector-append: argument 2: wanted a bytevector
(utf8->string #u8(#x41)) ; => "A"
(utf8->string #u8(206 187 65) 2) ; => "A"
(utf8->string #u8(206 187 65) 0 2) ; => "λ"
(utf8->string #u8(65 66 67) 1 2) ; => "B"
(utf8->string #u8(206)) ; error: range: utf8->string: wanted UTF-8
(utf8->string #u8(255)) ; error: range: utf8->string: wanted UTF-8
(utf8->string #u8(237 160 128)) ; error: range: utf8->string: wanted UTF-8
(utf8->string #u8(240 159 152 128)) ; => "😀"
(utf8->string #u8()) ; => ""
(utf8->string #u8(1) 2) ; error: range: utf8->string: argument 2: wanted a start from 0 to 1
(string->utf8 "aλb" 1 2) ; => #u8(206 187)
(string->utf8 "aλb" 2) ; => #u8(98)
(string->utf8 "abc" 3) ; => #u8()
(string->utf8 "abc" 2 1) ; error: range: string->utf8: argument 3: wanted an end from 2 to 3
(string->utf8 "\x1F600;") ; => #u8(240 159 152 128)
(string->utf8 "") ; => #u8()
(string->utf8 "abc" 4) ; error: range: string->utf8: argument 2: wanted a start from 0 to 3
(bytevector? "a") ; => #f
(bytevector-length #u8(1 2 3)) ; => 3
#u8(0 10 5) ; => #u8(0 10 5)
(utf8->string #u8(239 187 191 65)) ; => "\xfeff;A"

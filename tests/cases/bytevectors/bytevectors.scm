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
;; a byte that is put in a loop, and what is wrong with it there
(define (filled b from to x) (do ((i from (+ i 1))) ((= i to) b) (bytevector-u8-set! b i x)))
(filled (bytevector 0 0 0 0) 1 3 255) ; => #u8(0 255 255 0)
(filled (bytevector 0 0) 0 3 1) ; error: range: bytevector-u8-set!: argument 2: wanted an index from 0 to 1, got 2
(filled (bytevector 0 0) -1 3 1) ; error: range: bytevector-u8-set!: argument 2
(filled (bytevector 0 0) 0 1 256) ; error: type: bytevector-u8-set!: argument 3: wanted a byte (an exact integer from 0 to 255), got 256
(filled (bytevector 0 0) 0 1 1.0) ; error: type: bytevector-u8-set!: argument 3
(filled (bytevector 0 0) 0 1 (expt 10 30)) ; error: type: bytevector-u8-set!: argument 3
(filled (bytevector 0 0) 0.0 1 1) ; error: type: bytevector-u8-set!: argument 2
(filled (vector 0 0) 0 1 1) ; error: type: bytevector-u8-set!: argument 1: wanted a bytevector, got #(0 0)
(filled #u8(0 0) 0 1 1) ; error: type: wanted a bytevector that can be changed, got a literal
(let ((b (bytevector 1 2)) (again #f) (turns 0))
  (bytevector-u8-set! b (call/cc (lambda (k) (set! again k) 0)) 9)
  (set! turns (+ turns 1))
  (if (< turns 2) (again 1) b)) ; => #u8(9 9)

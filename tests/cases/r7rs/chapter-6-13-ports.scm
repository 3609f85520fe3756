;;; R7RS 6.13: ports, reading and writing of characters, lines, strings and bytes.
(define (text s) (open-input-string s))
(define (bytes . b) (open-input-bytevector (apply bytevector b)))
(define (written f) (let ((p (open-output-string))) (f p) (get-output-string p)))
(read-line (text "a\r\nb\rc\nd")) ; => "a"
(let ((p (text "a\nb\n"))) (let* ((a (read-line p)) (b (read-line p)) (c (read-line p))) (list a b (eof-object? c)))) ; => ("a" "b" #t)
(read-line (text "")) ; => #<eof>
(read-line (text "\n")) ; => ""
(read-line (text "abc")) ; => "abc"
(read-string 0 (text "abc")) ; => ""
(read-string 0 (text "")) ; => ""
(read-string 5 (text "abc")) ; => "abc"
(read-string 5 (text "")) ; => #<eof>
(read-string -1 (text "a")) ; error: type: read-string: argument 1: wanted a size (an exact integer from 0)
(read-string 1.5 (text "")) ; error: type: read-string: argument 1: wanted a size (an exact integer from 0)
(read-string (text "a") 1) ; => "a"
(read-char (text "")) ; => #<eof>
(peek-char (text "")) ; => #<eof>
(let ((p (text "ab"))) (list (peek-char p) (peek-char p) (read-char p) (peek-char p))) ; => (#\a #\a #\a #\b)
(char-ready? (text "")) ; => #t
(char-ready? (bytes 1)) ; error: type: char-ready?: wanted an open textual input port
(u8-ready? (bytes)) ; => #t
(u8-ready? (text "")) ; error: type: u8-ready?: wanted an open binary input port
(read-u8 (text "a")) ; error: type: read-u8: wanted an open binary input port
(read-char (bytes 1)) ; error: type: read-char: wanted an open textual input port
(read (bytes 1)) ; error: type: read: wanted an open textual input port
(read-line (bytes 1)) ; error: type: read-line: wanted an open textual input port
(read-string 1 (bytes 1)) ; error: type: read-string: argument 2: wanted an open textual input port
(peek-u8 (bytes 1 2)) ; => 1
(let ((p (bytes 1 2))) (read-u8 p) (close-port p) (peek-u8 p)) ; error: type: peek-u8: wanted an open binary input port
(let ((p (bytes 1 2))) (read-u8 p) (close-port p) (read-u8 p)) ; error: type: read-u8: wanted an open binary input port
(let ((p (bytes 1 2 3 4))) (list (read-u8 p) (read-bytevector 2 p) (read-u8 p) (eof-object? (read-u8 p)))) ; => (1 #u8(2 3) 4 #t)
(let ((o (open-output-bytevector))) (write-u8 0 o) (write-bytevector (bytevector 1 2) o) (write-u8 255 o) (get-output-bytevector o)) ; => #u8(0 1 2 255)
(let ((o (open-output-bytevector))) (write-u8 1 o) (close-port o) (write-u8 2 o)) ; error: type: write-u8: argument 2: wanted an open binary output port
(let ((o (open-output-bytevector))) (write-u8 256 o)) ; error: type: write-u8: argument 1: wanted a byte (an exact integer from 0 to 255)
(let ((o (open-output-bytevector))) (write-u8 -1 o)) ; error: type: write-u8: argument 1: wanted a byte (an exact integer from 0 to 255)
(let ((o (open-output-bytevector))) (write-u8 1.0 o)) ; error: type: write-u8: argument 1: wanted a byte (an exact integer from 0 to 255)
(let ((o (open-output-bytevector))) (write-u8 #t o)) ; error: type: write-u8: argument 1: wanted a byte (an exact integer from 0 to 255)
(let ((o (open-output-bytevector)) (n 0)) (write-u8 (call/cc (lambda (k) (set! n k) 7)) o) (if (procedure? n) (let ((k n)) (set! n 0) (k 8))) (get-output-bytevector o)) ; => #u8(7 8)
(let ((p (bytes 1 2))) (list (peek-u8 p) (read-u8 p) (read-u8 p) (read-u8 p) (peek-u8 p))) ; => (1 1 2 #<eof> #<eof>)
(read-bytevector 2 (bytes 1 2 3)) ; => #u8(1 2)
(read-bytevector 5 (bytes 1 2 3)) ; => #u8(1 2 3)
(read-bytevector 0 (bytes 1)) ; => #u8()
(read-bytevector 0 (bytes)) ; => #u8()
(read-bytevector 1 (bytes)) ; => #<eof>
(read-bytevector 1 (text "a")) ; error: type: read-bytevector: argument 2: wanted an open binary input port
(let ((b (make-bytevector 5 0))) (list (read-bytevector! b (bytes 1 2 3) 1 3) b)) ; => (2 #u8(0 1 2 0 0))
(let ((b (make-bytevector 5 0))) (list (read-bytevector! b (bytes 1 2 3)) b)) ; => (3 #u8(1 2 3 0 0))
(read-bytevector! (make-bytevector 2) (bytes)) ; => #<eof>
(read-bytevector! (make-bytevector 0) (bytes 1)) ; => 0
(read-bytevector! (make-bytevector 2) (bytes 1) 2) ; => 0
(read-bytevector! (make-bytevector 2) (bytes 1) 3) ; error: range: read-bytevector!: argument 3: wanted a start from 0 to 2
(read-bytevector! (make-bytevector 2) (bytes 1) 1 1) ; => 0
(read-bytevector! "a" (bytes 1)) ; error: type: read-bytevector!: argument 1: wanted a bytevector
(written (lambda (p) (write-string "abc" p) (write-string "abcdef" p 2) (write-string "abcdef" p 2 4) (write-string "" p) (write-char #\x p) (newline p))) ; => "abccdefcdx\n"
(written (lambda (p) (write-string "abc" p 4))) ; error: range: write-string: argument 3: wanted a start from 0 to 3
(written (lambda (p) (write-u8 1 p))) ; error: type: write-u8: argument 2: wanted an open binary output port
(written (lambda (p) (write-bytevector #u8(1) p))) ; error: type: write-bytevector: argument 2: wanted an open binary output port
(let ((p (open-output-bytevector))) (write-u8 255 p) (write-bytevector #u8(1 2 3 4) p) (write-bytevector #u8(1 2 3 4) p 1) (write-bytevector #u8(1 2 3 4) p 1 3) (write-bytevector #u8() p) (get-output-bytevector p)) ; => #u8(255 1 2 3 4 2 3 4 2 3)
(let ((p (open-output-bytevector))) (write-u8 256 p)) ; error: type: write-u8: argument 1: wanted a byte (an exact integer from 0 to 255)
(let ((p (open-output-bytevector))) (write-char #\a p)) ; error: type: write-char: argument 2: wanted an open textual output port
(let ((p (open-output-bytevector))) (write 1 p)) ; error: type: write: argument 2: wanted an open textual output port
(get-output-string (open-output-bytevector)) ; error: type: get-output-string: wanted a port made by open-output-string
(get-output-bytevector (open-output-string)) ; error: type: get-output-bytevector: wanted a port made by open-output-bytevector
(get-output-string (text "")) ; error: type: get-output-string: wanted a port made by open-output-string
(let ((p (text "a"))) (close-port p) (read-char p)) ; error: type: read-char: wanted an open textual input port
(let ((p (text "a"))) (close-port p) (close-port p) (input-port-open? p)) ; => #f
(let ((p (text "a"))) (close-output-port p)) ; error: type: close-output-port: wanted an output port
(let ((p (open-output-string))) (close-input-port p)) ; error: type: close-input-port: wanted an input port
(let ((p (open-output-string))) (close-output-port p) (write 1 p)) ; error: type: write: argument 2: wanted an open textual output port
(let ((p (open-output-string))) (write 1 p) (close-port p) (get-output-string p)) ; => "1"
(input-port-open? (open-output-string)) ; => #f
(output-port-open? (text "")) ; => #f
(input-port-open? 1) ; error: type: input-port-open?: wanted a port
(input-port? 1) ; => #f
(output-port? 1) ; => #f
(port? (current-error-port)) ; => #t
(textual-port? 1) ; => #f
(binary-port? (bytes)) ; => #t
(textual-port? (bytes)) ; => #f
(list (input-port? (bytes)) (output-port? (bytes)) (port? (bytes))) ; => (#t #f #t)
(let ((p (bytes 1))) (close-port p) (read-u8 p)) ; error: type: read-u8: wanted an open binary input port
(let ((p (text "a"))) (close-port p) (char-ready? p)) ; error: type: char-ready?: wanted an open textual input port
(let ((p (text "a"))) (close-port p) (peek-char p)) ; error: type: peek-char: wanted an open textual input port
(let ((p (text "a"))) (close-port p) (read p)) ; error: type: read: wanted an open textual input port
(let ((p (open-output-string))) (close-port p) (newline p)) ; error: type: newline: wanted an open textual output port
(let ((p (open-output-string))) (close-port p) (flush-output-port p)) ; error: type: flush-output-port: wanted an open output port
(call-with-values (lambda () (call-with-port (text "abc") (lambda (p) (values 1 2)))) list) ; => (1 2)
(let ((p (text "x"))) (guard (e (#t (input-port-open? p))) (call-with-port p (lambda (p) (raise 'x))))) ; => #t
(let* ((p (text "x")) (r (call-with-port p read-char))) (list r (input-port-open? p))) ; => (#\x #f)
(call-with-port 1 car) ; error: type: car: wanted a pair

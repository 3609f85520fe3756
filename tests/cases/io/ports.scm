;;; R7RS 6.13.
(define in (open-input-string "ab\ncd\n\nef"))
(read-char in) ; => #\a
(peek-char in) ; => #\b
(read-line in) ; => "b"
(read-string 2 in) ; => "cd"
(read-line in) ; => ""
(read-line in) ; => ""
(read-line in) ; => "ef"
(eof-object? (read-line in)) ; => #t
(eof-object? (read-char in)) ; => #t
(eof-object? (peek-char in)) ; => #t
(eof-object? (eof-object)) ; => #t
(char-ready? (open-input-string "x")) ; => #t
(let ((p (open-input-string "(a . b) #(1) \"s\" 'q"))) (let* ((a (read p)) (b (read p)) (c (read p)) (d (read p)) (e (read p))) (list a b c d (eof-object? e)))) ; => ((a . b) #(1) "s" (quote q) #t)
(let ((out (open-output-string))) (write 'a out) (display " " out) (write "b\n" out) (write-char #\! out) (newline out) (write-string "xyz" out 1 2) (get-output-string out)) ; => "a \"b\\n\"!\ny"
(let ((p (open-input-bytevector #u8(1 2 3 4)))) (let* ((a (read-u8 p)) (b (peek-u8 p)) (c (read-bytevector 2 p)) (d (u8-ready? p)) (e (read-u8 p)) (f (read-u8 p))) (list a b c d e (eof-object? f)))) ; => (1 2 #u8(2 3) #t 4 #t)
(let ((out (open-output-bytevector))) (write-u8 1 out) (write-bytevector #u8(2 3 4) out 1) (get-output-bytevector out)) ; => #u8(1 3 4)
(let ((b (bytevector 0 0 0 0))) (let ((n (read-bytevector! b (open-input-bytevector #u8(7 8)) 1))) (list n b))) ; => (2 #u8(0 7 8 0))
(input-port? (open-input-string "")) ; => #t
(output-port? (open-input-string "")) ; => #f
(textual-port? (open-input-string "")) ; => #t
(binary-port? (open-input-bytevector #u8())) ; => #t
(port? 5) ; => #f
(let ((p (open-input-string "x"))) (close-port p) (input-port-open? p)) ; => #f
(let ((p (open-output-string))) (close-output-port p) (output-port-open? p)) ; => #f
(let ((p (open-input-string "x"))) (close-input-port p) (read-char p)) ; error: type:
(call-with-port (open-input-string "hello") (lambda (p) (read-string 4 p))) ; => "hell"
(let ((p (open-input-string "x"))) (call-with-port p read-char) (input-port-open? p)) ; => #f
(read-char (open-output-string)) ; error: type:
(display "on the console") ; output: on the console
(begin (write "quoted") (newline)) ; output: "quoted"\n
(let ((out (open-output-string))) (parameterize ((current-output-port out)) (display "captured")) (get-output-string out)) ; => "captured"
(let ((in (open-input-string "from here"))) (parameterize ((current-input-port in)) (read))) ; => from
(output-port? (current-error-port)) ; => #t
(begin (flush-output-port) (flush-output-port (current-output-port)) 'flushed) ; => flushed

;;; Reading and writing by the character, mixed with all else that ports do.
(import (scheme base) (scheme write) (scheme read))
(define (in) (open-input-string "abcdefghijklmnopqrstuvwxyz\nsecond λ line\n(a b) rest"))
(define (read-some p n) (if (= n 0) '() (let ((c (read-char p))) (cons c (read-some p (- n 1))))))
(let ((p (in))) (let* ((a (read-some p 20)) (b (read-line p)) (c (peek-char p)) (d (read-string 7 p)) (e (read-char p)) (f (read-line p)) (g (read p)) (h (read-char p)) (i (peek-char p))) (list (length a) b c d e f g h i))) ; => (20 "uvwxyz" #\s "second " #\λ " line" (a b) #\space #\r)
(let ((p (open-input-string "ab"))) (let* ((a (peek-char p)) (b (read-char p)) (c (read-char p)) (d (read-char p)) (e (peek-char p)) (f (read-char p))) (list a b c (eof-object? d) (eof-object? e) (eof-object? f)))) ; => (#\a #\a #\b #t #t #t)
(let ((p (in))) (read-char p) (close-port p) (read-char p)) ; error: type: read-char: wanted an open textual input port, got #<closed input-port string>
(let ((p (in))) (peek-char p) (close-input-port p) (peek-char p)) ; error: type: peek-char: wanted an open textual input port, got #<closed input-port string>
(read-char 5) ; error: type: read-char: wanted an open textual input port, got 5
(let ((x "no port")) (peek-char x)) ; error: type: peek-char: wanted an open textual input port, got "no port"
(define (out . things) (let ((p (open-output-string))) (for-each (lambda (x) (if (char? x) (write-char x p) (display x p))) things) (get-output-string p)))
(out #\a "bc" #\d 15 #\λ "" 'x #\newline) ; => "abcd15λx\n"
(let ((p (open-output-string))) (write-char #\a p) (let ((one (get-output-string p))) (write-string "bc" p) (write-char #\d p) (list one (get-output-string p) (get-output-string p)))) ; => ("a" "abcd" "abcd")
(let ((p (open-output-string))) (do ((i 0 (+ i 1))) ((= i 10000)) (write-char #\a p) (when (= 0 (modulo i 1000)) (write-string "-" p))) (string-length (get-output-string p))) ; => 10010
(let ((p (open-output-string))) (write-char #\a p) (close-port p) (write-char #\b p)) ; error: type: write-char: argument 2: wanted an open textual output port, got #<closed output-port string>
(let ((p (open-output-string))) (write-char #\a p) (close-port p) (get-output-string p)) ; => "a"
(let ((p (open-output-string))) (write-char 5 p)) ; error: type: write-char: argument 1: wanted a character, got 5
(write-char #\a (in)) ; error: type: write-char: argument 2: wanted an open textual output port, got #<input-port string>
(let ((k #f) (n 0) (p (in))) (let ((c (read-char p))) (call/cc (lambda (again) (set! k again))) (set! n (+ n 1)) (let ((d (read-char p))) (if (< n 3) (k #f) (list c d n))))) ; => (#\a #\d 3)

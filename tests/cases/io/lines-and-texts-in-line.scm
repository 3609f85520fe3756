;;; Lines taken out of ports, and texts put into them, where the port has them ready or has room.
(import (scheme base) (scheme write))
(define (lines text)
  (let ((in (open-input-string text)))
    (let loop ((line (read-line in)) (found '()))
      (if (eof-object? line) (reverse found) (loop (read-line in) (cons line found))))))
(lines "a\nb\n\nc") ; => ("a" "b" "" "c")
(lines "a\n") ; => ("a")
(lines "") ; => ()
(lines "a\r\nb\rc\n\r\nd") ; => ("a" "b" "c" "" "d")
(lines (string-append "a\n" (make-string 70 #\b) "\n")) ; => ("a" "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")
(let ((in (open-input-string "ab\ncd"))) (read-char in) (let* ((l (read-line in)) (c (read-char in))) (list l c))) ; => ("b" #\c)
(let ((l (lines "ab\nab\n"))) (string-set! (car l) 0 #\x) l) ; => ("xb" "ab")
(define (line port) (read-line port))
(line (open-output-string)) ; error: type: read-line: wanted an open textual input port, got #<output-port string>
(line 5) ; error: type: read-line: wanted an open textual input port, got 5
(let ((in (open-input-string "a\nb"))) (close-port in) (line in)) ; error: type: read-line: wanted an open textual input port, got #<closed input-port string>
(line (open-input-bytevector (bytevector 97 10))) ; error: type
;; texts
(define (put x out) (write-string x out) (display x out) (get-output-string out))
(put "ab" (open-output-string)) ; => "abab"
(put "" (open-output-string)) ; => ""
(string-length (put (make-string 64 #\a) (open-output-string))) ; => 128
(string-length (put (make-string 65 #\a) (open-output-string))) ; => 130
(let ((x (string #\a)) (out (open-output-string))) (put x out) (string-set! x 0 #\b) (put x out)) ; => "aabb"
(put 'a (open-output-string)) ; error: type: write-string: argument 1: wanted a string, got a
(put "a" (open-input-string "")) ; error: type: write-string: argument 2: wanted an open textual output port, got #<input-port string>
(put 5 5) ; error: type: write-string: argument 1: wanted a string, got 5
(let ((out (open-output-string))) (close-port out) (put "a" out)) ; error: type: write-string: argument 2: wanted an open textual output port, got #<closed output-port string>
;; whatever it is
(define (show x out) (display x out) (write x out) (display (* x 2) out) (write (+ x 1) out) (get-output-string out))
(show 5 (open-output-string)) ; => "55106"
(show 2.5 (open-output-string)) ; => "2.52.55.03.5"
(show -1/2 (open-output-string)) ; => "-1/2-1/2-11/2"
(show 100000000000000000000 (open-output-string)) ; => "100000000000000000000100000000000000000000200000000000000000000100000000000000000001"
(show 1 'here) ; error: type: display: argument 2: wanted an open textual output port, got here
(define (shown x) (let ((out (open-output-string))) (display x out) (write x out) (get-output-string out)))

(shown '#(a #\b "c")) ; => "#(a b c)#(a #\\b \"c\")"
;; many of them
(let ((out (open-output-string)))
  (do ((i 0 (+ i 1))) ((= i 20000)) (write-string "" out) (display i out) (write-string "abc" out))
  (string-length (get-output-string out))) ; => 148890
(map shown '(a #\b "c" () (1 "d") #t)) ; => ("aa" "b#\\b" "c\"c\"" "()()" "(1 d)(1 \"d\")" "#t#t")
;; strings made for it
(define (made s n out) (write-string (substring s 0 n) out) (display (number->string n) out) (display (string-append s s) out) (write-string (string #\a) out) (get-output-string out))
(made "abc" 2 (open-output-string)) ; => "ab2abcabca"
(made "abc" 2 'here) ; error: type: write-string: argument 2: wanted an open textual output port, got here
(string-length (made (make-string 80 #\b) 70 (open-output-string))) ; => 233
(define (name x out) (display (symbol->string x) out) (get-output-string out))
(name 'abc (open-output-string)) ; => "abc"

;;; Loops that are given one character after the other pass over others before they are given the first one.
(import (scheme base) (scheme char) (scheme write))
(define (fill template value in)
  (let ((out (open-output-string)))
    (let loop ((c (read-char in)))
      (cond ((eof-object? c) #t)
            ((char=? c #\{)
             (let name ((c (read-char in)) (chars '()))
               (if (char=? c #\})
                   (write-string (if (null? chars) "(none)" (value (list->string (reverse chars)))) out)
                   (name (read-char in) (cons c chars))))
             (loop (read-char in)))
            (else (write-char c out) (loop (read-char in)))))
    (get-output-string out)))
(define (filled text) (fill text string-upcase (open-input-string text)))
(list (filled "") (filled "plain") (filled "{a}") (filled "{}") (filled "x{name}y{}{b}{long name}zz") (filled "a}b}{c}")) ; => ("" "plain" "A" "(none)" "xNAMEy(none)BLONG NAMEzz" "a}b}C")
(filled "so {it never ends") ; error: type: char=?
(string-length (filled (string-append (make-string 200 #\a) "{" (make-string 300 #\b) "}" (make-string 500 #\c)))) ; => 1000
;; what is not there to be read, or written to
(define (copied in out) (let loop ((c (read-char in))) (cond ((eof-object? c) #t) ((char=? c #\!) 'stop) (else (write-char c out) (loop (read-char in))))))
(define (closed port) (close-port port) port)
(copied (closed (open-input-string "abc")) (open-output-string)) ; error: type: read-char
(copied 5 (open-output-string)) ; error: type: read-char
(copied (open-input-bytevector (bytevector 97)) (open-output-string)) ; error: type: read-char
(define (left text out) (let ((in (open-input-string text))) (list (guard (e (#t 'failed)) (copied in out)) (read-char in))))
(left "abc" 'none) ; => (failed #\b)
(left "abc" (closed (open-output-string))) ; => (failed #\b)
(left "abc" (open-output-bytevector)) ; => (failed #\b)
(list (left "" 'none) (left "!bc" 'none) (left "ab!d" (open-output-string))) ; => ((#t #<eof>) (stop #\b) (stop #\d))
(copied (open-input-string "abc") 'none) ; error: type: write-char
;; where something else is given to the loop, too
(define (lines in)
  (let loop ((c (read-char in)) (n 1) (chars '()))
    (cond ((eof-object? c) (list n (list->string (reverse chars))))
          ((char=? c #\newline) (loop (read-char in) (+ n 1) chars))
          ((char=? c #\return) (loop (read-char in) n chars))
          ((char=? c #\#) (loop (read-char in) n '()))
          (else (loop (read-char in) n (cons c chars))))))
(list (lines (open-input-string "ab\ncd\r\nef")) (lines (open-input-string "\r\n\rab#c\rd")) (lines (open-input-string "")) (lines (open-input-string "#\n"))) ; => ((3 "abcdef") (2 "cd") (1 "") (2 ""))
(define (after-first in first) (let loop ((c first) (l '())) (if (or (eof-object? c) (char=? c #\.)) (list->string (reverse l)) (loop (read-char in) (cons c l)))))
(list (after-first (open-input-string "bc.d") #\a) (after-first (open-input-string "bc.d") #\.)) ; => ("abc" "")
(define (two in other) (let loop ((c (read-char other)) (l '())) (if (or (eof-object? c) (char=? c #\.)) (list->string (reverse l)) (loop (read-char in) (cons c l)))))
(two (open-input-string "bc.d") (open-input-string "xyz")) ; => "xbc"
(define (until in stop) (let loop ((c (read-char in)) (l '())) (if (or (eof-object? c) (eqv? c stop)) (list->string (reverse l)) (loop (read-char in) (cons c l)))))
(list (until (open-input-string "ab;c") #\;) (until (open-input-string "ab;c") 5)) ; => ("ab" "ab;c")
(define (switched in) (let ((a (open-output-string)) (b (open-output-string))) (let loop ((c (read-char in)) (out a)) (cond ((eof-object? c) (list (get-output-string a) (get-output-string b))) ((char=? c #\|) (loop (read-char in) (if (eq? out a) b a))) (else (write-char c out) (loop (read-char in) out))))))
(switched (open-input-string "aa|bbb|a||a")) ; => ("aaaa" "bbb")
(define (words in) (let loop ((c (read-char in)) (word '()) (all '())) (cond ((eof-object? c) (reverse (if (null? word) all (cons (list->string (reverse word)) all)))) ((char=? c #\space) (loop (read-char in) '() (if (null? word) all (cons (list->string (reverse word)) all)))) (else (loop (read-char in) (cons c word) all)))))
(list (words (open-input-string "  some words  here ")) (words (open-input-string ""))) ; => (("some" "words" "here") ())

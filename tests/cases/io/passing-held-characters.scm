;;; Loops that end at a character which a variable holds: what comes before it is taken at once.
(import (scheme base) (scheme char))
(define (read-until port stop)
  (let ((out (open-output-string)))
    (let loop ()
      (let ((c (peek-char port)))
        (cond ((or (eof-object? c) (char=? c #\newline) (char=? c stop)) (get-output-string out))
              (else (write-char (read-char port) out) (loop)))))))
(define (after text stop) (let* ((port (open-input-string text)) (first (read-until port stop))) (list first (read-char port))))
(list (after "name = chibi\nx" #\=) (after "name\n=" #\=) (after "no stop here at all" #\!) (after "" #\a) (after "]]" #\])) ; => (("name " #\=) ("name" #\newline) ("no stop here at all" #<eof>) ("" #<eof>) ("" #\]))
(list (after "a^b-c]d\\e" #\]) (after "a^b-c]d\\e" #\^) (after "a^b-c]d\\e" #\\) (after "ab\ncd" #\newline) (after "xy\x1F600;z" #\x1F600)) ; => (("a^b-c" #\]) ("a" #\^) ("a^b-c]d" #\\) ("ab" #\newline) ("xy" #\😀))
(read-until (open-input-string "abc") "b") ; error: type: char=?
(read-until (open-input-string "abc") 'b) ; error: type: char=?
(read-until (open-input-string "") 'b) ; => ""
(define (gather port stop)
  (let loop ((chars '()) (c (read-char port)))
    (if (or (eof-object? c) (eqv? c stop)) (list->string (reverse chars)) (loop (cons c chars) (read-char port)))))
(list (gather (open-input-string "a long word;rest") #\;) (gather (open-input-string "another long one") 'no) (gather (open-input-string "x;") #\;)) ; => ("a long word" "another long one" "x")
;; either of two, one of which is a literal, too, and a way on which only one of them is asked for
(define (two port a b)
  (let loop ((chars '()))
    (let ((c (read-char port)))
      (cond ((eof-object? c) (list 'end (list->string (reverse chars))))
            ((char=? c a) (list 'a (list->string (reverse chars))))
            ((and (char=? c b) (not (char=? c #\,))) (list 'b (list->string (reverse chars))))
            (else (loop (cons c chars)))))))
(list (two (open-input-string "abcdef,ghi;") #\; #\,) (two (open-input-string "abcdef,ghi;") #\, #\;) (two (open-input-string "abcdefg.hi") #\x #\.) (two (open-input-string "abcdef") #\y #\y)) ; => ((a "abcdef,ghi") (a "abcdef") (b "abcdefg") (end "abcdef"))
;; the character changes on the way
(define (alternating port)
  (let loop ((stop #\a) (n 0))
    (let ((c (read-char port)))
      (cond ((eof-object? c) n)
            ((char=? c stop) (loop (if (char=? stop #\a) #\b #\a) (+ n 1)))
            (else (loop stop n))))))
(alternating (open-input-string "xxbaabbabxxxaa")) ; => 5
(define (nested text open close)
  (let loop ((i 0) (depth 0) (most 0))
    (if (= i (string-length text)) most
        (let ((c (string-ref text i)))
          (cond ((char=? c open) (loop (+ i 1) (+ depth 1) (max most (+ depth 1))))
                ((char=? c close) (loop (+ i 1) (- depth 1) most))
                (else (loop (+ i 1) depth most)))))))
(list (nested "a (long text (with) two) levels" #\( #\)) (nested "[none here]" #\( #\)) (nested "some [text in ] here" #\[ #\])) ; => (2 0 1)
(nested "abc" #\( "x") ; error: type: char=?
(nested "some text before (" #\( 5) ; error: type: char=?
(define (set-stop port)
  (let ((stop #\,))
    (let loop ((n 0))
      (let ((c (read-char port)))
        (if (eof-object? c) n
            (begin (if (char=? c #\!) (set! stop #\;)) (if (char=? c stop) (loop (+ n 1)) (loop n))))))))
(set-stop (open-input-string "a,b,c;d!e;f,g;")) ; => 4

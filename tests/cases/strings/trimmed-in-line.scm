;; Trimming, looking for a part and looking for a character are done in line; errors and odd spaces are the same.
(import (scheme base) (scheme cxr) (scheme char) (only (srfi 130) string-trim string-trim-right string-trim-both string-contains string-index))
(define (both s) (string-trim-both s))
(define (ends s) (list (string-trim s) (string-trim-right s) (string-trim-both s #\-)))
(define (cut s) (string-trim-both (substring s 1 (string-length s))))
(define (has? s p) (if (string-contains s p) 'yes 'no))
(define (at s p) (string-contains s p))
(define (place s) (string-index s #\=))
(define (key s) (substring s 0 (string-index s #\=)))
(define (after s start p) (string-contains (substring s start (string-length s)) p))

(both "  a b ") ; => "a b"
(both (string #\space #\tab #\a #\newline)) ; => "a"
(both (string #\x1c #\a #\space)) ; => "\x1c;a"
(both (string #\xa0 #\a #\x3000)) ; => "a"
(both (make-string 300 #\space)) ; => ""
(let* ((s (string-copy "ab")) (t (both s))) (string-set! t 0 #\x) (list s t)) ; => ("ab" "xb")
(ends " -a- ") ; => ("-a- " " -a-" " -a- ")
(ends "--a--") ; => ("--a--" "--a--" "a")
(cut "x  y ") ; => "y"
(both 'a) ; error: type: string-trim-both
(has? "rm -rf /" "-rf") ; => yes
(has? "rm -r /" "-rf") ; => no
(has? "abc" "") ; => yes
(has? 5 "a") ; error: type
(has? "abc" 'a) ; error: type
(list (at "hello" "l") (at "hello" "") (at "hello" "x")) ; => (2 0 #f)
(at "hello" 5) ; error: type
(+ (at "hello" "x") 1) ; error: type
(list (place "a=b") (place "ab") (key "k=v") (key "kv")) ; => (1 2 "k" "kv")
(place 'a) ; error: type
(after "a-b-c" 2 "-") ; => 1
(after "abc" 4 "-") ; error: range

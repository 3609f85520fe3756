;;; (chibi string), (srfi 130): splitting, looking and trimming by a predicate of the program.
(import (scheme base) (scheme char) (chibi string))
(define (mark? c) (memv c '(#\, #\;)))
(string-split "a,b;;c" mark?) ; => ("a" "b" "" "c")
(string-split "" mark?) ; => ()
(string-split "abc" mark?) ; => ("abc")
(string-split ",a," mark?) ; => ("" "a" "")
(string-split ",a,b" mark? 2) ; => ("" "a,b")
(string-split "a,b" (lambda (c) (char=? c #\,))) ; => ("a" "b")
(map (lambda (s) (string-find? s mark?)) '("" "abc" "a;b")) ; => (#f #f #t)
(string-find? "ab" (lambda (c) (and (char=? c #\b) 5))) ; => #t
(string-find? "a;b;" mark? 2 3) ; => #f
(string-trim "xxabxx" (lambda (c) (char=? c #\x))) ; => "ab"
(string-trim "..a b.;" (lambda (c) (not (char-alphabetic? c)))) ; => "a b"
(string-trim "...." (lambda (c) (not (char-alphabetic? c)))) ; => ""
(string-trim-left "12ab12" char-numeric?) ; => "ab12"
(string-trim-right "12ab12" (lambda (c) (char<? c #\a))) ; => "12ab"
(let ((s (string-copy "-a-"))) (let ((t (string-trim s (lambda (c) (char=? c #\*))))) (string-set! s 1 #\b) t)) ; => "-a-"
;; what is entered again begins with what it had
(let* ((again #f) (n 0)
       (parts (string-split "a,b,c" (lambda (c) (call/cc (lambda (k) (if (char=? c #\b) (set! again k)) (char=? c #\,)))))))
  (set! n (+ n 1))
  (if (< n 3) (again (= n 1)) (list n parts))) ; => (3 ("a" "b" "c"))
(let* ((again #f) (seen '())
       (t (string-trim "--a--" (lambda (c) (call/cc (lambda (k) (if (and (not again) (char=? c #\a)) (set! again k)) (char=? c #\-)))))))
  (set! seen (cons t seen))
  (if (string=? t "a") (again #t) t)) ; => ""
(call/cc (lambda (k) (string-find? "abc" (lambda (c) (if (char=? c #\b) (k 'left) #f))))) ; => left
(string-split 5 mark?) ; error: type: string-length
(string-split "a" 5) ; error: type: string-split: argument 2
(string-trim 'a mark?) ; error: type: string-length
(string-find? "abc" (lambda (c) (car c))) ; error: type: car

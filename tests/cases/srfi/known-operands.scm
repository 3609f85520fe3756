;;; Procedures of libraries and constants given to procedures of libraries, which go in line then.
(import (scheme base) (scheme char) (srfi 1) (srfi 130) (only (chibi string) string-find?))
(define (trimmed l) (map string-trim l))
(trimmed '(" a" "b ")) ; => ("a" "b ")
(map string-trim '(" a" 5)) ; error: type: string-trim: argument 1: wanted a string, got 5
(map string-trim '(" a") '(1)) ; error: type: string-trim
(filter string-null? '("" "a" "")) ; => ("" "")
(map third '((1 2 3) (4 5 6))) ; => (3 6)
(map third '((1 2 3) (4 5))) ; error: type
(map string-index '("abc" "cab") '(#\b #\b)) ; => (1 2)
(fold string-append "" '("a" "b")) ; => "ba"
(let ((again #f) (n 0)) (let ((l (map string-pad-right '("a" "b") (list 2 (call/cc (lambda (k) (set! again k) 3)))))) (set! n (+ n 1)) (if (< n 3) (again (+ n 3)) l))) ; => ("a " "b    ")
(list (string-find? "abc" #\c) (string-find? "abc" #\d) (string-find? "a c" char-whitespace?)) ; => (#t #f #t)
(string-find? "abc" 5) ; error: type
(string-any #\b "abc") ; => #t
(string-every #\b "abc") ; => #f
(list (string-unfold null? car cdr '(#\a "bc" #\d)) (string-unfold-right null? car cdr '(#\a "bc" #\d))) ; => ("abcd" "dbca")
(list (string-unfold null? car cdr '(#\a) "x" (lambda (s) "y")) (string-unfold-right null? car cdr '(#\a) "x" (lambda (s) "y"))) ; => ("xay" "yax")
(string-unfold null? car cdr '(1)) ; error: type
(let ((again #f) (n 0)) (let ((s (string-unfold null? (lambda (l) (call/cc (lambda (k) (if (not again) (set! again k)) (car l)))) cdr '(#\a #\b)))) (set! n (+ n 1)) (if (< n 3) (again #\z) s))) ; => "zb"
(list (string-concatenate-reverse '("c" "b") "de" 1) (string-concatenate-reverse '("b" "a")) (string-contains-right "abcbc" "bc")) ; => ("bcd" "ab" 3)

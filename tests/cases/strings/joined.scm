;;; Lists of strings or characters that are gathered only to be joined.
(import (scheme base) (scheme char) (srfi 1) (only (chibi string) string-join))
(define (escaped c) (case c ((#\<) "&lt;") ((#\&) "&amp;") (else (string c))))
(apply string-append (map escaped (string->list "a<b&c"))) ; => "a&lt;b&amp;c"
(apply string-append (map (lambda (x) (string-append "<" (number->string x) ">")) '(1 2 3))) ; => "<1><2><3>"
(apply string-append (map (lambda (x) "-") '(1 2 3))) ; => "---"
(apply string-append (map symbol->string '())) ; => ""
(apply string-append (map (lambda (x) (if (odd? x) (number->string x) "e")) '(1 2 3))) ; => "1e3"
(apply string-append (map (lambda (s) s) (list "ab" "cd"))) ; => "abcd"
(let ((s (string #\x))) (let ((all (apply string-append (map (lambda (i) (if (= i 1) s "y")) '(0 1 2))))) (string-set! s 0 #\z) (list s all))) ; => ("z" "yxy")
(apply string-append (filter (lambda (s) (string<? s "c")) (list "a" "d" "b"))) ; => "ab"
(define (odd-texts l) (apply string-append (map (lambda (x) (if (odd? x) (number->string x) x)) l)))
(odd-texts '(1 3)) ; => "13"
(odd-texts '(1 2 3)) ; error: type: string-append: argument 2: wanted a string, got 2
(apply string-append (map (lambda (c) c) (string->list "ab"))) ; error: type: string-append: argument 1: wanted a string, got #\a
(string-join (map (lambda (x) (if (odd? x) (number->string x) "even")) '(1 2 3)) ", ") ; => "1, even, 3"
(string-join (map (lambda (x) (if (odd? x) (string #\a) x)) '(1 2)) ", ") ; error: type: string-join: argument 1: wanted a list of strings, and a member is none, got 2
;; characters
(list->string (map (lambda (c) (if (char=? c #\a) #\b (char-upcase c))) (string->list "banana"))) ; => "BbNbNb"
(list->string (map (lambda (i) (integer->char (+ i 97))) '(0 1 2))) ; => "abc"
(list->string (map (lambda (i) (if (= i 0) #\a (string #\b))) '(0 1))) ; error: type: list->string: wanted characters only, and element 1 is none, got "b"
(list->string (map (lambda (i) (if (= i 0) #\a "b")) '(0 1))) ; error: type: list->string: wanted characters only, and element 1 is none, got "b"
;; what comes next is of no list (all at once: in one unit)
(define none (apply string-append (map even? '())))
(define saved #f)
(define (marked x) (call/cc (lambda (k) (set! saved k) x)))
(define (first-of f l n) (cond (n) ((f l))))
(first-of marked (let* ((a "1") (b (string-length a)) (c "2") (d (string-length c)) (e "3") (f (string-length e)) (g "4") (h (string-length g))) 0) 5) ; => 5
;; sums
(apply + (map (lambda (x) (* x x)) '(1 2 3))) ; => 14
(apply + (map (lambda (x) (+ x .5)) '(1 2))) ; => 4.0
(apply + (map (lambda (x) (if (odd? x) x 'even)) '(1 2 3))) ; error: type: +: wanted a number, got even
;; entered again
(define again #f)
(define results '())
(define (texts l)
  (apply string-append
         (map (lambda (x) (string-append "<" (number->string (call/cc (lambda (k) (if (= x 2) (set! again k)) x))) ">"))
              l)))
(define (enter) (set! results (cons (texts '(1 2 3)) results)) (if (< (length results) 3) (again (* 10 (length results)))) results)
(enter) ; => ("<1><20><3>" "<1><10><3>" "<1><2><3>")

;; Of a string that is cut up to look at one piece only that one is made; nobody may see the difference.
(import (scheme base) (scheme cxr) (scheme char) (only (srfi 130) string-split))
(define (cut s c)
  (let loop ((i 0) (start 0) (parts '()))
    (cond ((= i (string-length s)) (reverse (cons (substring s start i) parts)))
          ((char=? (string-ref s i) c) (loop (+ i 1) (+ i 1) (cons (substring s start i) parts)))
          (else (loop (+ i 1) start parts)))))
(define (third s) (list-ref (string-split s " ") 2))
(define (fourth s) (cadddr (cut s #\,)))
(define (value s) (string->number (cadr (cut s #\=))))
(define (both s) (let* ((l (string-split s "=")) (name (car l)) (value (cadr l))) (list name value (eq? value (cadr l)))))
(define (words s) (let ((l (string-split s " "))) (list (string=? (car l) "a") (caddr l) (length l))))
(define (first . names) (let ((name (car names))) (string-append name "!") (if (string=? name "a") 1 2)))
(define (second . names) (let ((x (cadr names))) (string-append x "!") (list (string=? (car names) "a") x)))

(list (third "a b c d") (fourth "a,b,c,d") (value "x=12")) ; => ("c" "d" 12)
(let ((s (third "a b c"))) (string-set! s 0 #\x) s) ; => "x"
(third "a b") ; error: range
(third 'a) ; error: error
(fourth "a,b,c") ; error: type
(value "x") ; error: type
(both "k=v") ; => ("k" "v" #t)
(both "") ; error: type
(words "a b c") ; => (#t "c" 3)
(list (first "a") (apply first (list "b" 3))) ; => (1 2)
(second "a" "b") ; => (#t "b")

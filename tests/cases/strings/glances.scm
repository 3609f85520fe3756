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
;; members of a rest list that are walked along are whole strings, too
(define (lines level . parts) (if (> level 1) (apply string-append "log" (map (lambda (p) (string-append " " p)) parts)) #f))
(define (sizes . parts) (let loop ((l parts) (n 0)) (if (null? l) n (loop (cdr l) (+ n (if (string=? (car l) "") 7 1))))))
(define (told . parts) (for-each (lambda (p) (if (string=? p "x") (set! seen (+ seen 1)))) parts) seen)
(define seen 0)
(list (lines 2 "x" "y") (lines 2) (lines 1 "x") (apply lines 3 '("a" "b"))) ; => ("log x y" "log" #f "log a b")
(list (sizes "a" "" "b") (sizes) (apply sizes '("" ""))) ; => (9 0 14)
(list (told "x" "y") (told) (told "x")) ; => (1 1 2)
(lines 2 'a) ; error: type

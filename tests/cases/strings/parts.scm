;;; The parts that a library divides a string into, walked along; and its small procedures, in line.
(import (scheme base) (srfi 130))
(define (normalised path)
  (let loop ((parts (string-split path "/")) (done '()))
    (cond ((null? parts) (reverse done))
          ((or (string-null? (car parts)) (string=? (car parts) ".")) (loop (cdr parts) done))
          ((string=? (car parts) "..") (loop (cdr parts) (if (null? done) '() (cdr done))))
          (else (loop (cdr parts) (cons (car parts) done))))))
(normalised "/a/b/../c/./d") ; => ("a" "c" "d")
(normalised "") ; => ()
(normalised 'a) ; error: error: string-split: wanted a string, got a
(define (lengths s d) (map string-length (string-split s d)))
(lengths "a,bc,,d" ",") ; => (1 2 0 1)
(lengths "abc" "") ; => (1 1 1)
(lengths "" ",") ; => ()
(define (ends s) (list (string-take s 1) (string-drop s 1) (string-null? s)))
(ends "abc") ; => ("a" "bc" #f)
(ends "") ; error: range: substring
(string-null? 5) ; error: type: string-length: wanted a string, got 5

; Copies of a part, and strings of a few characters
(define (from s i) (string-copy s i))
(define (between s i j) (string-copy s i j))
(list (from "hello" 0) (from "hello" 5)) ; => ("hello" "")
(list (between "hello" 1 3) (between "hello" 5 5)) ; => ("el" "")
(let* ((s (string #\a #\b)) (t (from s 0))) (string-set! t 0 #\x) (list s t)) ; => ("ab" "xb")
(from "hello" 6) ; error: range: string-copy: argument 2
(from "hello" -1) ; error: range: string-copy: argument 2
(from "hello" 1.0) ; error: type: string-copy: argument 2
(from 'hello 1) ; error: type: string-copy: argument 1: wanted a string, got hello
(between "hello" 3 2) ; error: range: string-copy: argument 3
(between "hello" 0 6) ; error: range: string-copy: argument 3
(define (two a b) (string a b))
(define (three a b c) (string a b c))
(list (two #\a #\b) (three #\a #\b #\c) (string #\a #\b #\c #\d)) ; => ("ab" "abc" "abcd")
(let ((s (two #\a #\b))) (string-set! s 1 #\c) s) ; => "ac"
(two #\a "b") ; error: type: string: argument 2: wanted a character, got "b"
(three 1 #\b #\c) ; error: type: string: argument 1: wanted a character, got 1
(two #\a (read-char (open-input-string ""))) ; error: type: string: argument 2
(string (peek-char (open-input-string "")) #\b) ; error: type: string: argument 1

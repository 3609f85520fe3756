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

;;; Lists that are sorted, turned round, compared or joined as a whole: nobody can tell them from the members.
(import (scheme base) (scheme char) (scheme write) (srfi 1) (srfi 95) (srfi 130) (only (srfi 132) list-sort))

(define (squares l) (map (lambda (x) (* x x)) l))
(define (signature w) (list->string (sort (string->list w) char<?)))
(define (letters s)
  (let ((kept (let loop ((l (string->list s)) (kept '()))
                (cond ((null? l) kept)
                      ((char-alphabetic? (car l)) (loop (cdr l) (cons (char-downcase (car l)) kept)))
                      (else (loop (cdr l) kept))))))
    (list (equal? kept (reverse kept)) (length kept) (list->string kept))))

;; sorted
(signature "hello") ; => "ehllo"
(signature "") ; => ""
(list->string (sort (string->list "hello") char>?)) ; => "ollhe"
(list->string (sort (string->list "bAc") char-ci<?)) ; => "Abc"
(list->string (reverse (list-sort char<? (string->list "bca")))) ; => "cba"
(list->string (map char-upcase (list-sort char<? (string->list "bca")))) ; => "ABC"
(length (list-sort char<? (string->list "bca"))) ; => 3
(list-sort char<? (string->list "bca")) ; => (#\a #\b #\c)
(let ((l (list-sort char<? (string->list "bca")))) (list (car l) l)) ; => (#\a (#\a #\b #\c))
(list-sort < (squares '(3 -1 2))) ; => (1 4 9)
(sort (squares '(3 -1 2)) >) ; => (9 4 1)
(map - (list-sort < (squares '(3 -1 2)))) ; => (-1 -4 -9)
(let* ((l (squares '(3 -1 2))) (m (list-sort < l))) (list (car l) (length l) m)) ; => (9 3 (1 4 9))
(sort '(("b" . 1) ("a" . 2)) (lambda (x y) (string<? (car x) (car y)))) ; => (("a" . 2) ("b" . 1))
(sort (vector 3 1 2) <) ; => #(1 2 3)
(sort < '(3 1 2)) ; => (1 2 3)
(sort < (vector 3 1 2)) ; => #(1 2 3)
(sort '(3 1 2)) ; => (1 2 3)
;; turned round, compared
(let ((s "abba")) (equal? (string->list s) (reverse (string->list s)))) ; => #t
(let ((l (map char-upcase (string->list "abc")))) (equal? l (reverse l))) ; => #f
(letters "A man, a plan!") ; => (#f 9 "nalpanama")
(letters "Never odd or even") ; => (#t 14 "neveroddoreven")
(letters "") ; => (#t 0 "")
(equal? (squares '(1 -1)) (reverse (squares '(1 -1)))) ; => #t
(equal? (squares '(1 2)) (reverse (map inexact '(4 1)))) ; => #f
(equal? (list (list 1) "a") (reverse (list (string #\a) (list 1)))) ; => #t
(equal? (squares '(1)) (squares '(1 2))) ; => #f
(let ((l (let loop ((i 0) (l '())) (if (= i 3) l (loop (+ i 1) (cons i l)))))) (list (reverse l) l)) ; => ((0 1 2) (2 1 0))
;; what comes behind the first ones
(define (tail n) (let ((l (squares '(1 2 3)))) (list (car l) (map - (list-tail l 1)) (length (list-tail l 3)))))
(tail 0) ; => (1 (-4 -9) 0)
(let ((w (string-split "a b c d" " "))) (string-append (car w) "/" (string-join (list-tail w 2) "+"))) ; => "a/c+d"
(let ((w (string-split "a b" " "))) (string-join (list-tail w 2) "+")) ; => ""
(let ((l (string->list "abc"))) (list->string (list-tail l 1))) ; => "bc"
(let ((l (string->list "abc"))) (list (length l) (list-tail l 2))) ; => (3 (#\c))
;; a continuation comes back
(let ((k #f) (n 0))
  (let ((l (map (lambda (x) (call/cc (lambda (c) (if (= x 2) (set! k c)) x))) '(1 2 1))))
    (let ((same (equal? l (reverse l))))
      (set! n (+ n 1))
      (if (< n 3) (k n) (list n same (list-sort < l)))))) ; => (3 #t (1 1 2))
;; mistakes
(list-sort < (squares '(1 a))) ; error: type: *: wanted a number, got a
(list-sort < (map (lambda (x) x) '(1 a))) ; error: type: <: argument
(list->string (sort (string->list 'a) char<?)) ; error: type: string->list
(list-sort 5 (squares '(1 2))) ; error: error: list-sort: wanted a procedure as order, got
(sort (string->list "ba") 5) ; error: error: list-sort: wanted a procedure as order, got
(let ((l (squares '(1 2)))) (map - (list-tail l 3))) ; error: range: list-tail: argument 2
(let ((w (string-split "a b" " "))) (string-join (list-tail w 3) "+")) ; error: range: list-tail: argument 2

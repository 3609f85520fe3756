;;; (srfi 132): orders that compare what they take of both sides, and such that only look like it.
(import (scheme base) (scheme char) (srfi 1) (srfi 132))
(define entries '((x . 2) (y . 1) (z . 2)))
(list-sort (lambda (a b) (< (cdr a) (cdr b))) entries) ; => ((y . 1) (x . 2) (z . 2))
(list-sort (lambda (a b) (> (cdr a) (cdr b))) entries) ; => ((x . 2) (z . 2) (y . 1))
(list-sort (lambda (a b) (< (cdr b) (cdr a))) entries) ; => ((x . 2) (z . 2) (y . 1))
(vector-sort (lambda (a b) (string<? (symbol->string (car b)) (symbol->string (car a)))) (list->vector entries)) ; => #((z . 2) (y . 1) (x . 2))
(list-sort (lambda (a b) (< b a)) '(1 3 2)) ; => (3 2 1)
(let ((v (vector 3 1 2))) (vector-sort! (lambda (a b) (> a b)) v) v) ; => #(3 2 1)
(list-sort (lambda (a b) (< (string-length a) (string-length b))) '("ccc" "a" "bb" "d")) ; => ("a" "d" "bb" "ccc")
;; not the same on both sides
(list-sort (lambda (a b) (< (car a) (cdr b))) '((1 . 9) (0 . 9))) ; => ((0 . 9) (1 . 9))
(list-sort (lambda (a b) (< (- a 5) (- b 5 5))) '(1 2)) ; => (1 2)
(list-sort (lambda (a b) (< (length entries) (length entries))) '(2 1)) ; => (2 1)
;; a key that does more than look is asked at each comparison, and may leave
(define asked 0)
(define (counted x) (set! asked (+ asked 1)) x)
(list-sort (lambda (a b) (< (counted a) (counted b))) '(3 1 2)) ; => (1 2 3)
(> asked 3) ; => #t
(call/cc (lambda (k) (list-sort (lambda (a b) (< (if (= a 7) (k 'left) a) (if (= b 7) (k 'left) b))) '(1 7)))) ; => left
;; keys that are none
(list-sort (lambda (a b) (< (car a) (car b))) '((1) 5)) ; error: type: car: wanted a pair, got 5
(list-sort (lambda (a b) (< (car a) (car b))) '((1) (x))) ; error: type: <: argument
(list-sort (lambda (a b) (string<? (cdr a) (cdr b))) '((1 . "b") (2 . "a") (3 . c))) ; error: type: string<?: argument
(list-sort (lambda (a b) (< (cdr a) (cdr b))) '((1 . 1/2) (2 . 0.25))) ; => ((2 . 0.25) (1 . 1/2))
;; a procedure of the program that has a name, and one that is defined anew
(define (by-first a b) (< (car a) (car b)))
(define (sorted l) (list-sort by-first l))
(sorted '((2 b) (1 a))) ; => ((1 a) (2 b))
(define (by-first a b) (> (car a) (car b)))
(sorted '((2 b) (1 a) (3 c))) ; => ((3 c) (2 b) (1 a))
;; duplicates by what is taken of both
(delete-duplicates '((a . 1) (b . 2) (a . 3)) (lambda (x y) (eq? (car x) (car y)))) ; => ((a . 1) (b . 2))
(delete-duplicates '("a" "B" "b") (lambda (x y) (string=? (string-downcase x) (string-downcase y)))) ; => ("a" "B")
(delete-duplicates '(1 2.0 2 1.0) (lambda (x y) (= x y))) ; => (1 2.0)
;; keys of (srfi 95)
(import (srfi 95))
(sort '("ccc" "a" "bb") < string-length) ; => ("a" "bb" "ccc")
(sort (vector 3 -1 2) > abs) ; => #(3 2 -1)
(sort '((1 . b) (0 . a)) < car) ; => ((0 . a) (1 . b))
(sort '(1 2) < car) ; error: type: car: wanted a pair
(sort '(2 1) < (lambda (x) (counted x))) ; => (1 2)

;;; (srfi 132) with (srfi 128): sorting by comparators, such that are known and such that only look so.
(import (scheme base) (srfi 128) (srfi 132))
(define numbers (make-comparator real? = < number-hash))
(define texts (make-comparator string? string=? string<? string-hash))
(define versions (make-list-comparator numbers))
(define entries (make-pair-comparator texts versions))
(define (sorted c l) (list-sort (lambda (a b) (<? c a b)) l))
(sorted versions '((1 2) (1) () (1 2 0) (0 9) (1.0 2))) ; => (() (0 9) (1) (1 2) (1.0 2) (1 2 0))
(sorted entries '(("b" 1) ("a" 2 1) ("a" 2) ("b"))) ; => (("a" 2) ("a" 2 1) ("b") ("b" 1))
(sorted (make-vector-comparator numbers) '(#(9 1) #(2) #() #(1 3))) ; => (#() #(2) #(1 3) #(9 1))
(sorted (make-list-comparator (make-pair-comparator numbers numbers)) '(((1 . 2) (0 . 1)) ((1 . 2)) ((1 . 1) (9 . 9)))) ; => (((1 . 1) (9 . 9)) ((1 . 2)) ((1 . 2) (0 . 1)))
(list-sort (comparator-ordering-predicate entries) '(("b") ("a" 1) ("a"))) ; => (("a") ("a" 1) ("b"))
(vector-sort (lambda (a b) (<? entries a b)) #(("b") ("a" 1) ("a"))) ; => #(("a") ("a" 1) ("b"))
;; by what is taken of both sides; equal ones stay in order; the other way round
(list-sort (lambda (a b) (<? versions (cdr a) (cdr b))) '((x 2) (y 1 1) (z 2) (w 1))) ; => ((w 1) (y 1 1) (x 2) (z 2))
(list-sort (lambda (a b) (<? numbers b a)) '(1 3 2)) ; => (3 2 1)
(list-sort (lambda (a b) (>? numbers a b)) '(1 3 2)) ; => (3 2 1)
;; comparators of the program
(define-record-type person (make-person name age) person? (name name-of) (age age-of))
(define by-age (make-comparator person? (lambda (a b) (= (age-of a) (age-of b))) (lambda (a b) (< (age-of a) (age-of b))) (lambda (p) (age-of p))))
(define staff (list (make-person 'ann 41) (make-person 'bob 29) (make-person 'cleo 35) (make-person 'dan 29)))
(map name-of (sorted by-age staff)) ; => (bob dan cleo ann)
(map (lambda (p) (name-of (car p))) (sorted (make-pair-comparator by-age numbers) (list (cons (cadr staff) 2) (cons (car staff) 0) (cons (list-ref staff 3) 1)))) ; => (dan bob ann)
;; an accessor is defined anew: what was known of the order is so no more
(define (age-of p) (if (eq? (name-of p) 'cleo) 1 50))
(map name-of (sorted by-age staff)) ; => (cleo ann bob dan)
;; the default comparator
(define any (make-default-comparator))
(list (sorted any '("b" "a")) (sorted any '(2 1.5 1)) (sorted any '(#\b #\a)) (sorted any '(b 1 "c" #\a ()))) ; => (("a" "b") (1 1.5 2) (#\a #\b) (() #\a "c" b 1))
;; members that do not fit: what fails is complained about where it is compared, or is never looked at
(sorted versions '((1 2) (1 x))) ; error: type: x
(sorted versions '((1 x) (2 y) (0 z))) ; => ((0 z) (1 x) (2 y))
(sorted entries '(("a" 1) b)) ; error: type: car: wanted a pair, got b
(sorted versions '((1 1/2) (1 1/3))) ; => ((1 1/3) (1 1/2))
(sorted entries '(("b" . 5) ("a" . x))) ; => (("a" . x) ("b" . 5))
(list-sort (lambda (a b) (<? 5 a b)) '()) ; => ()
(list-sort (lambda (a b) (<? 5 a b)) '(1)) ; => (1)
(list-sort (lambda (a b) (<? 5 a b)) '(2 1)) ; error: type: wanted a comparator, got 5
(list-sort (lambda (a b) (<? unknown a b)) '(1)) ; => (1)
(sorted (make-equal-comparator) '(2 1)) ; error: error: comparator: it has no order
;; parts of which something else is known: an equality that fits no order, an order that looks at what it was given
(define odd (make-pair-comparator (make-comparator string? (lambda (a b) #t) string<? #f) numbers))
(sorted odd '(("b" . 1) ("a" . 2) ("c" . 0))) ; => (("c" . 0) ("b" . 1) ("a" . 2))
(define asked 0)
(define noted (make-comparator real? (lambda (a b) (= a b)) (lambda (a b) (set! asked (+ asked 1)) (< a b)) #f))
(sorted (make-list-comparator noted) '((2) (1) (3))) ; => ((1) (2) (3))
(> asked 1) ; => #t
(sorted numbers '(2 +nan.0 1)) ; => (2 +nan.0 1)
(call/cc (lambda (k) (sorted (make-comparator real? = (lambda (a b) (if (= a 2) (k 'left) (< a b))) #f) '(1 2)))) ; => left
;; lists of numbers are compared in line, and what is no number is complained about
(list (=? versions '(1 2) '(1.0 2)) (=? versions '(1) '(1 2)) (<? versions '(1 2) '(1 3)) (<? versions '(1) '()) (>? versions '(2) '(1 9))) ; => (#t #f #t #f #t)
(=? versions '(1 a) '(1 2)) ; error: type: =
(<? versions '(1 2) '(1 "x")) ; error: type: =
(define anything (make-default-comparator))
(define (in-order c l) (list-sort (lambda (a b) (<? c a b)) l))
(in-order anything '((3 "b" x) (1 "z" y) (3 "a" z) (1 "z" x))) ; => ((1 "z" x) (1 "z" y) (3 "a" z) (3 "b" x))
(in-order anything '((2) (1 2 3) () (1 2) (1 . 2) (1) 7 "s" #\c #f sym #(1 2) #(9))) ; => (() (1) (1 2) (1 2 3) (1 . 2) (2) #f #\c "s" sym 7 #(9) #(1 2))
(in-order anything '(((1 2) . b) ((1) . c) ((1 2) . a))) ; => (((1) . c) ((1 2) . a) ((1 2) . b))
(in-order anything '((1.5 a) (1 b) (1/2 c))) ; => ((1/2 c) (1 b) (1.5 a))
(in-order anything '((#t 1) (#f 2) (#t 0))) ; => ((#f 2) (#t 0) (#t 1))
(in-order anything '((1.0 b) (1 a) (1 b) (1.0 a))) ; => ((1 a) (1.0 a) (1.0 b) (1 b))
(let ((a (list 1 2)) (b (list 1 2))) (set-cdr! (cdr a) a) (length (in-order anything (list '(3) '(2) '(1 3) a)))) ; => 4

;; lists of one length, of several, and what is none
(sorted versions '((1 2 3) (1 2 0) (0 9 9) (1 2 3))) ; => ((0 9 9) (1 2 0) (1 2 3) (1 2 3))
(sorted versions '((2) (1) () (1 0))) ; => (() (1) (1 0) (2))
(sorted versions '(() ())) ; => (() ())
(sorted versions '((1 2) (1 a))) ; error: type: =
(sorted versions '((2 . 1) (1 . 2))) ; => ((1 . 2) (2 . 1))
(sorted versions '((1 . 1) (1 . 2))) ; error: type
(sorted (make-list-comparator versions) '(((1 2) (3)) ((1 2) (2)) ((1) (9)))) ; => (((1) (9)) ((1 2) (2)) ((1 2) (3)))

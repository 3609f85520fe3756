;;; An order that the program makes of others: sorted by keys where these can be told, and as it says everywhere else.
(import (scheme base) (scheme write) (srfi 1) (srfi 132))
(define people '(("bo" 30 1.5) ("al" 25 2.5) ("bo" 41 0.5) ("al" 25 1.0) ("cy" 30 9)))
(define (name<? a b) (string<? (car a) (car b)))
(define (by key less?) (lambda (a b) (less? (key a) (key b))))
(define (then first second) (lambda (a b) (cond ((first a b) #t) ((first b a) #f) (else (second a b)))))
(define (opposite less?) (lambda (a b) (less? b a)))
(list-sort (by third <) people) ; => (("bo" 41 0.5) ("al" 25 1.0) ("bo" 30 1.5) ("al" 25 2.5) ("cy" 30 9))
(map cdr (list-sort (then name<? (by second >)) people)) ; => ((25 2.5) (25 1.0) (41 0.5) (30 1.5) (30 9))
(map cdr (list-sort (then (by second >) (then name<? (by third <))) people)) ; => ((41 0.5) (30 1.5) (30 9) (25 1.0) (25 2.5))
(map third (list-sort (opposite (by third <)) people)) ; => (9 2.5 1.5 1.0 0.5)
(map third (list-sort (opposite (opposite (by third <))) people)) ; => (0.5 1.0 1.5 2.5 9)
(map third (vector->list (vector-sort (then (opposite name<?) (by third >)) (list->vector people)))) ; => (9 1.5 0.5 2.5 1.0)
(map third (list-sort (lambda (a b) (cond ((name<? a b) #t) ((name<? b a) #f) (else (> (third a) (third b))))) people)) ; => (2.5 1.0 1.5 0.5 9)
;; what the program does besides is done
(define asked 0)
(define (counted x) (set! asked (+ asked 1)) (second x))
(map second (list-sort (then name<? (by counted <)) people)) ; => (25 25 30 41 30)
(> asked 0) ; => #t
(define (told<? a b) (set! asked 'told) (name<? a b))
(map second (list-sort (then told<? (by second <)) people)) ; => (25 25 30 41 30)
asked ; => told
(define made 0)
(define (making key) (set! made (+ made 1)) (by key <))
(map second (list-sort (then name<? (making second)) people)) ; => (25 25 30 41 30)
made ; => 1
;; only what is asked for may fail
(list-sort (then (by car <) (by cadr <)) '((2) (1) (3))) ; => ((1) (2) (3))
(list-sort (then (by car <) (by cadr <)) '((2) (1) (2))) ; error: type: cadr: wanted a pair whose cdr is a pair, got (2)
(list-sort (then name<? (by second >)) '(("a" 1) (b 2))) ; error: type: string<?: argument
(define (or-else key) (lambda (a b) (if (pair? a) (< (key a) (key b)) #f)))
(list-sort (or-else car) '(3 2 1)) ; => (3 2 1)
(define (chosen x y) (if (eq? x 'none) #f (< x y)))
(list-sort (by (lambda (x) (if (pair? x) (car x) 'none)) chosen) '(3 2 1)) ; => (3 2 1)
;; not what it seems: one that comes first both ways, one of other sides, one too many
(define (swapped first second) (lambda (a b) (cond ((first a b) #t) ((first a b) #f) (else (second a b)))))
(map second (list-sort (swapped name<? (by second >)) '(("b" 1) ("a" 2) ("c" 3)))) ; => (3 2 1)
(define (mixed key other less?) (lambda (a b) (less? (key a) (other b))))
(list-sort (mixed car cadr <) '((3 1) (2 5))) ; => ((3 1) (2 5))
(list-sort (then name<? (by second >) 1) people) ; error: arity:
(list-sort (then name<? (by second)) people) ; error: arity:
;; a continuation leaves from within a key
(define (second-or-leave k) (lambda (x) (if (eqv? (second x) 41) (k 'left) (second x))))
(call/cc (lambda (k) (list-sort (then name<? (by (second-or-leave k) <)) people))) ; => left
;; names that are defined anew
(define (sorted) (map third (list-sort (then name<? (by third <)) people)))
(sorted) ; => (1.0 2.5 0.5 1.5 9)
(define (name<? a b) (string>? (car a) (car b)))
(sorted) ; => (9 0.5 1.5 1.0 2.5)
(define (by key less?) (lambda (a b) (less? (key b) (key a))))
(sorted) ; => (9 1.5 0.5 2.5 1.0)
(define (then first second) first)
(sorted) ; => (9 1.5 0.5 2.5 1.0)

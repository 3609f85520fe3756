;;; Procedures of the program that gather in a parameter, which mostly begins as the empty list.
(import (scheme base))
(define (doubles l acc) (if (null? l) (reverse acc) (doubles (cdr l) (cons (* 2 (car l)) acc))))
(doubles '(1 2 3) '()) ; => (2 4 6)
(doubles '(1 2 3) '(a b)) ; => (b a 2 4 6)
(doubles '() '()) ; => ()
(doubles '(1) 5) ; error: type
(doubles '(1 . 2) '()) ; error: type
(doubles '(1)) ; error: arity
(define (map-onto f l acc)
  (cond ((null? l) (reverse acc))
        ((f (car l)) => (lambda (x) (map-onto f (cdr l) (cons x acc))))
        (else (map-onto f (cdr l) acc))))
(map-onto (lambda (x) (and (odd? x) (* x x))) '(1 2 3) '()) ; => (1 9)
(define (mapped f l acc) (if (null? l) (reverse acc) (mapped f (cdr l) (cons (f (car l)) acc))))
(define (scaled l k) (mapped (lambda (x) (* x k)) l '()))
(scaled '(1 2 3) 3) ; => (3 6 9)
(mapped car '((1) (2)) '(0)) ; => (0 1 2)
(define (letters s i acc)
  (if (= i (string-length s)) (list->string (reverse acc)) (letters s (+ i 1) (cons (string-ref s i) acc))))
(letters "abc" 0 '()) ; => "abc"
(letters "abc" 1 '(#\x)) ; => "xbc"
(define (runs l run all)
  (cond ((null? l) (reverse (cons (reverse run) all)))
        ((eq? (car l) '/) (runs (cdr l) '() (cons (reverse run) all)))
        (else (runs (cdr l) (cons (car l) run) all))))
(runs '(a b / c / / d) '() '()) ; => ((a b) (c) () (d))
(runs '(a) '(x) '((y))) ; => ((y) (x a))
;; one that calls itself elsewhere, too
(define (nested l acc)
  (cond ((null? l) (reverse acc))
        ((pair? (car l)) (nested (cdr l) (cons (nested (car l) '()) acc)))
        (else (nested (cdr l) (cons (car l) acc)))))
(nested '(1 (2 (3)) 4) '()) ; => (1 (2 (3)) 4)
;; a continuation that is entered again goes on with what there was
(define again #f)
(define results '())
(define (gather i acc)
  (if (= i 4)
      (reverse acc)
      (gather (+ i 1) (cons (call/cc (lambda (k) (if (= i 1) (set! again k)) i)) acc))))
(define (enter)
  (set! results (cons (gather 0 '()) results))
  (if (< (length results) 3) (again (* 10 (length results))))
  results)
(enter) ; => ((0 20 2 3) (0 10 2 3) (0 1 2 3))
;; one that calls itself with too many arguments, or too few
(define (too-many l acc) (if (null? l) (reverse acc) (too-many (cdr l) (cons (car l) acc) 3)))
(too-many '() '(1 2)) ; => (2 1)
(too-many '(1) '()) ; error: arity: too-many: wanted 2 arguments, got 3
(define (too-few acc l k) (if (null? l) (reverse acc) (too-few (cons (car l) acc) (cdr l))))
(too-few '() '(1) 2) ; error: arity: too-few: wanted 3 arguments, got 2

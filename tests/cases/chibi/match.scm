;;; (chibi match): the pattern language.
(import (scheme base) (scheme inexact) (chibi match))
(match 5 (x (* x 2))) ; => 10
(match '(1 2) ((a b) (+ a b))) ; => 3
(match '(1 . 2) ((a . b) (list b a))) ; => (2 1)
(match 'a ('b 1) ('a 2)) ; => 2
(match "s" ("s" 'string)) ; => string
(match #\a (#\a 'char)) ; => char
(match '() (() 'empty)) ; => empty
(match '(1 2 3) ((_ x _) x)) ; => 2
(match '(1 2 1) ((a a b) 1) ((a b a) 2)) ; => 2
(match '(1 2) ((a b c) 3) ((a b) 2)) ; => 2
(match '(1 2 3 4) ((a b ...) (list a b))) ; => (1 (2 3 4))
(match '(1 2 3 4) ((a ... b) (list a b))) ; => ((1 2 3) 4)
(match '(1 2 3 4) ((a b ... c d) (list a b c d))) ; => (1 (2) 3 4)
(match '((1 2) (3 4)) (((a b) ...) (list a b))) ; => ((1 3) (2 4))
(match '((1 2 3) (4)) (((a b ...) ...) (list a b))) ; => ((1 4) ((2 3) ()))
(match '(1 2 . 3) ((a ... . b) (list a b))) ; => ((1 2) 3)
(match '() ((a ...) a)) ; => ()
(match '(a b) ((x ___) x)) ; => (a b)
(match '() ((x **1) x) (_ 'none)) ; => none
(match '(1) ((x ..1) x)) ; => (1)
(match '(1 2 3) ((x =.. 3) x)) ; => (1 2 3)
(match '(1 2 3) ((x *.. 1 2) x) (_ 'no)) ; => no
(match #(1 2) (#(a b) (list a b))) ; => (1 2)
(match #(1 2 3) (#(a b ...) (list a b))) ; => (1 (2 3))
(match #(1) (#(a b) 'two) (#(a) 'one)) ; => one
(match 5 ((? odd? x) x)) ; => 5
(match 5 ((? even?) 'even) ((? odd?) 'odd)) ; => odd
(match 5 ((and x (? number?)) x)) ; => 5
(match 5 ((or 4 5 6) 'mid) (_ 'other)) ; => mid
(match '(a 1) ((or ('a x) ('b x)) x)) ; => 1
(match 5 ((not 4) 'not-4)) ; => not-4
(match 4 ((not 4) 'not-4) (_ 'is-4)) ; => is-4
(match '(4 . 9) ((= car x) x)) ; => 4
(match 16 ((= sqrt 4) 'root) (_ 'no)) ; => root
(define-record-type point (make-point x y) point? (x point-x set-point-x!) (y point-y))
(match (make-point 1 2) (($ point a b) (list a b))) ; => (1 2)
(match (make-point 1 2) ((@ point (y b)) b)) ; => 2
(match '(1) (($ point a b) 'point) (_ 'no-point)) ; => no-point
(let ((p (make-point 1 2))) (match p (($ point (set! s) _) (s 10))) (point-x p)) ; => 10
(let ((l (list 1 2))) (match l ((_ (set! s)) (s 3))) l) ; => (1 3)
(match '(1 2) (((get! g) _) (g))) ; => 1
(let ((v (vector 1 2))) (match v (#(_ (set! s)) (s 'x))) v) ; => #(1 x)
(match '(a (a (a b))) ((x *** 'b) x)) ; => (a a a)
(match '(1 (2 (3 4))) ((_ *** 4) 'found) (_ 'no)) ; => found
(match '(a 1 (b 2)) (`(a ,x (b ,y)) (list x y))) ; => (1 2)
(match '(a 1 2) (`(a ,@rest) rest)) ; => (1 2)
(match 5 (x (=> next) (if (> x 3) (next) 'small)) (_ 'big)) ; => big
(match 'nope (1 1)) ; error: error: match: no pattern fits nope
(match '(1 2 3) ((a b) 2)) ; error: error: match: no pattern fits (1 2 3)
(match-let (((a b) '(1 2)) (#(c) #(3))) (list a b c)) ; => (1 2 3)
(match-let loop (((a . rest) '(1 2 3)) (n 0)) (if (null? rest) (+ n a) (loop rest (+ n a)))) ; => 6
(match-let* (((a b) '(1 2)) (c (+ a b))) c) ; => 3
(match-letrec (((e? o?) (list (lambda (n) (or (= n 0) (o? (- n 1)))) (lambda (n) (and (> n 0) (e? (- n 1))))))) (e? 10)) ; => #t
((match-lambda ((a b) (- a b)) (x x)) '(5 3)) ; => 2
((match-lambda* ((a b) (+ a b)) ((a . rest) rest)) 1 2 3) ; => (2 3)
(match '(1 2) ((a b) (define c (+ a b)) (* c 2))) ; => 6
(define (simplify e) (match e (('+ 0 x) (simplify x)) (('+ x 0) (simplify x)) (('* 1 x) (simplify x)) ((op a b) (list op (simplify a) (simplify b))) (x x)))
(simplify '(+ 0 (* 1 (+ x 0)))) ; => x
(let ((n 0)) (match (begin (set! n (+ n 1)) 5) (4 'no) (5 n))) ; => 1
(match (make-point 1 2) ((struct point a b) (list b a))) ; => (2 1)
(match (make-point 1 2) ((object point (y b) (x a)) (list a b))) ; => (1 2)
;; a variable that is matched by itself is a place, too
(let ((x 1)) (match x ((set! s) (s 7))) x) ; => 7
(let ((x 1)) (match x ((get! g) (set! x 8) (g)))) ; => 8

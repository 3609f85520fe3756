;;; Variables that are set again and again: to numbers only, or to something else at last.
(import (scheme base) (scheme inexact))
(define (steps n) (let ((count 0) (x n)) (let loop () (unless (= x 1) (set! x (if (even? x) (quotient x 2) (+ 1 (* 3 x)))) (set! count (+ count 1)) (loop))) (list count x)))
(map steps '(1 7 27)) ; => ((0 1) (16 1) (111 1))
(steps 8.0) ; => (3 1.0)
(define (grown n) (define x 1) (do ((i 0 (+ i 1))) ((= i n) x) (set! x (* x 1000))))
(grown 12) ; => 1000000000000000000000000000000000000
(define (last-of l) (let ((x 0)) (for-each (lambda (y) (set! x (+ x 1)) (if (even? x) (set! x y))) l) x))
(list (last-of '(1 2 3)) (last-of '(1 5))) ; => (3 5)
(last-of '(1 2.5)) ; => 2.5
(last-of '(1 a)) ; => a
(define (halved x) (let ((y 1.0)) (let loop ((i 0)) (if (< i x) (begin (set! y (/ y 2)) (loop (+ i 1))) (list y (exact y))))))
(halved 3) ; => (0.125 1/8)
(define (below) (let ((x 3)) (let loop ((l '())) (if (< x -3) l (begin (set! x (- x 1)) (loop (cons (modulo x 3) l)))))))
(below) ; => (2 0 1 2 0 1 2)
(define (shared) (let ((x 1)) (define (set y) (set! x y)) (set 2.0) (list (exact? x) (even? x) (= x 2))))
(shared) ; => (#f #t #t)
(define (guarded) (let ((x 1)) (guard (e (#t (list e x (even? x)))) (set! x 2.0) (raise 'out))))
(guarded) ; => (out 2.0 #t)
(define k #f)
(define (resumed) (let ((x 1) (turn 0)) (set! x (+ 1 (call/cc (lambda (c) (set! k c) 1)))) (set! turn (+ turn 1)) (list turn x (even? x))))
(let ((l (resumed))) (if (= (car l) 1) (k 2.0) l)) ; => (2 3.0 #f)

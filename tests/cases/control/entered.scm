;;; Procedures in which continuations are captured again and again by what they call first: they are entered without
;;; Python's stack then.
(import (scheme base))

(define trail '())
(define (back) (if (null? trail) 'none (let ((k (car trail))) (set! trail (cdr trail)) (k #f))))
(define (choose l)
  (call/cc (lambda (return)
    (for-each (lambda (x) (call/cc (lambda (next) (set! trail (cons next trail)) (return x)))) l)
    (back))))
(define (pythagoras n)
  (set! trail '())
  (let* ((numbers (let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))
         (a (choose numbers)) (b (choose numbers)) (c (choose numbers)))
    (if (and (< a b) (= (* c c) (+ (* a a) (* b b)))) (list a b c) (back))))
(pythagoras 13) ; => (3 4 5)

;; A walk that is left at each leaf, with a rest parameter and one that is assigned.
(define (walker tree . seen)
  (define out #f)
  (define go #f)
  (define (walk t . more)
    (set! more (cons 'x more))
    (cond ((pair? t) (walk (car t)) (set! more (cons 'y more)) (walk (cdr t) more))
          ((null? t) (length more))
          (else (call/cc (lambda (k) (set! go (lambda () (k t))) (out t))))))
  (set! go (lambda () (walk tree) (out 'end)))
  (lambda () (call/cc (lambda (k) (set! out k) (go)))))
(define (leaves tree)
  (let ((next (walker tree)))
    (let loop ((l '()))
      (let ((x (next))) (if (eq? x 'end) (reverse l) (loop (cons x l)))))))
(define (bush n) (if (= n 0) (list 1 2) (list (bush (- n 1)) n (bush (- n 1)))))
(apply + (leaves (bush 6))) ; => 312
(equal? (leaves (bush 5)) (leaves (bush 5))) ; => #t

;; Assigned before and after what it calls: one location for all that go on there.
(define kept '())
(define (counting n)
  (let ((before 0))
    (set! before (+ before n))
    (let ((x (call/cc (lambda (k) (set! kept (cons k kept)) n))))
      (set! before (+ before x))
      before)))
(define (each-of n)
  (let loop ((i 0) (l '()))
    (if (= i n) (reverse l) (loop (+ i 1) (cons (call/cc (lambda (return) (return (counting i)))) l)))))
(each-of 20) ; => (0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38)
(let ((left 3) (found '()))
  (set! kept '())
  (let ((x (counting 5)))
    (set! found (cons x found))
    (set! left (- left 1))
    (if (> left 0) ((car kept) left) (reverse found)))) ; => (10 12 13)

;; What is entered so takes as many arguments as the procedure does, and an error has its place.
(define (entered n next)
  (set! trail '())
  (choose (list n n))
  (if (= n 0) (next entered) (next n)))
(define (again last) (lambda (n) (if (procedure? n) (last n) (entered (- n 1) (again last)))))
(entered 20 (again (lambda (f) (f 1)))) ; error: arity: entered: wanted 2 arguments, got 1
(entered 20 (again (lambda (f) (f 1 2 3)))) ; error: arity: entered: wanted 2 arguments, got 3
(entered 20 (again (lambda (f) (f 'a car)))) ; error: type: =: argument 1: wanted a number, got a
(entered 20 (again (lambda (f) (f 1 (lambda (x) (list 'last x)))))) ; => (last 1)

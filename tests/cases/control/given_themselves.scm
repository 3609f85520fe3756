;;; Local procedures that call themselves are given themselves: in each place where they are called.
(import (scheme base) (scheme write) (srfi 158))

(define (flatten tree)
  (define (go t rest)
    (cond ((null? t) rest) ((pair? t) (go (car t) (go (cdr t) rest))) (else (cons t rest))))
  (go tree '()))
(flatten '((1 2) (3 (4)) 5)) ; => (1 2 3 4 5)

;; From a procedure inside it, from one beside it, and through both.
(define (counted tree)
  (define leaves 0)
  (define (walk t) (if (pair? t) (for-each (lambda (each) (walk each)) t) (set! leaves (+ leaves 1))))
  (define (twice t) (walk t) (walk t) leaves)
  (twice tree))
(counted '((1 2) (3 (4)) 5)) ; => 10
(define (parity n)
  (define (even n) (if (= n 0) 'even (odd (- n 1))))
  (define (odd n) (if (= n 0) 'odd (if (> n 1000) (odd (- n 1000)) (even (- n 1)))))
  (even n))
(map parity '(0 1 10 2001)) ; => (even odd even odd)

;; Each turn of a loop has its own.
(define (adders n)
  (let loop ((i 0) (made '()))
    (if (= i n)
        (map (lambda (f) (f '(1 2 3))) made)
        (let ()
          (define (sum l) (if (null? l) i (+ (car l) (sum (cdr l)))))
          (loop (+ i 1) (cons (lambda (l) (sum l)) made))))))
(adders 3) ; => (8 7 6)

;; What a list goes on with; what is wanted as a value; what is assigned; the wrong number of arguments.
(define (positives l) (define (go l) (cond ((null? l) '()) ((> (car l) 0) (cons (car l) (go (cdr l)))) (else (go (cdr l))))) (go l))
(positives '(1 -2 3)) ; => (1 3)
(define (interleaved l)
  (define (go l) (if (null? l) (list 'end) (cons (car l) (if (odd? (car l)) (begin (display "o") (go (cdr l))) (go (cdr l))))))
  (go l))
(interleaved '(1 2 3)) ; => (1 2 3 end)
; output: oo
(define (as-value l) (define (depth t) (if (pair? t) (+ 1 (apply max (map depth t))) 0)) (depth l))
(as-value '(1 (2 (3)))) ; => 3
(define (changed n) (define (f n) (if (= n 0) 'old (f (- n 1)))) (let ((old f)) (set! f (lambda (n) 'new)) (list (f 1) (old 1))))
(changed 3) ; => (new new)
(define (wrong n) (define (f n) (if (= n 0) 0 (+ 1 (f)))) (f n))
(wrong 1) ; error: arity: f
(define (too-many n) (define (f n) (if (= n 0) 0 (- (f (- n 1)) -1))) (f n n))
(too-many 1) ; error: arity: f

;; Entered again, left early, deeper than any stack, and as coroutines.
(define again #f)
(define visits '())
(define (visit tree)
  (define (walk t)
    (cond ((null? t) 0)
          ((pair? t) (+ (walk (car t)) (walk (cdr t))))
          (else (+ t (call/cc (lambda (k) (if (= t 2) (set! again k)) 0))))))
  (walk tree))
(let ((sum (visit '((1 2) (3 (4))))))
  (set! visits (cons sum visits))
  (if (< (length visits) 3) (again (* 10 (length visits))) visits)) ; => (30 20 10)
(define (first-even tree)
  (call/cc
   (lambda (return)
     (define (walk t)
       (cond ((pair? t) (walk (car t)) (walk (cdr t))) ((null? t) #f) ((even? t) (return t)) (else #f)))
     (walk tree)
     'none)))
(map first-even '((1 (3 4) 6) (1 3) ((((2)))))) ; => (4 none 2)
(define (deep n) (define (count n) (if (= n 0) 0 (- (count (- n 1)) -1))) (count n))
(deep 60000) ; => 60000
(define (leaves tree)
  (make-coroutine-generator
   (lambda (yield)
     (define (walk t) (cond ((pair? t) (walk (car t)) (walk (cdr t))) ((null? t) #f) (else (yield t))))
     (walk tree))))
(define (all g) (let ((x (g))) (if (eof-object? x) '() (cons x (all g)))))
(let loop ((i 0) (l '())) (if (= i 4) l (loop (+ i 1) (all (leaves '((1 2) (3 (4)))))))) ; => (1 2 3 4)

;; Several that call each other are given each other, wherever one of them is called.
(define (evens n)
  (define (even n) (if (= n 0) '(end) (cons n (odd (- n 1)))))
  (define (odd n) (if (= n 0) '(end) (even (- n 1))))
  (define (start n) (odd (+ n 1)))
  (map (lambda (i) (start (+ i n))) '(0 2)))
(evens 2) ; => ((2 end) (4 2 end))
(define (in-turns n)
  (let loop ((i 0) (made '()))
    (if (= i n)
        (map (lambda (f) (f)) made)
        (let ()
          (define (a l) (if (null? l) i (+ (car l) (b (cdr l)))))
          (define (b l) (if (null? l) (* 10 i) (- (a (cdr l)) (car l))))
          (loop (+ i 1) (cons (lambda () (list (a '(1 2)) (b '(1 2 3)))) made))))))
(in-turns 3) ; => ((1 0) (0 -1) (-1 -2))
(define (three n)
  (define (a n) (if (= n 0) 'a (b (- n 1))))
  (define (b n) (if (= n 0) 'b (c (- n 1))))
  (define (c n) (if (= n 0) 'c (if (odd? n) (a (- n 1)) (c2 n))))
  (define (c2 n) (c (- n 1)))
  (define (alone n) (if (= n 0) (a 1) (alone (- n 1))))
  (list (a n) (alone n)))
(map three '(0 1 2 3 7 8 9)) ; => ((a b) (b b) (c b) (a b) (a b) (a b) (c b))
(define (deep-pairs n) (define (f n) (if (= n 0) 0 (+ 1 (g (- n 1))))) (define (g n) (if (= n 0) 0 (+ 1 (f (- n 1))))) (f n))
(deep-pairs 50000) ; => 50000
(define (kept-in n)
  (define k #f)
  (define count 0)
  (define (f l) (if (null? l) 0 (+ (car l) (g (cdr l)))))
  (define (g l) (if (null? l) (call/cc (lambda (c) (set! k c) 0)) (+ (car l) (f (cdr l)))))
  (let ((sum (f '(1 2 3)))) (set! count (+ count 1)) (if (< count n) (k (* 100 count)) sum)))
(kept-in 20) ; => 1906

;;; R7RS 6.10: call-with-values with a consumer that has a name.
(import (scheme base) (srfi 1))
(define (ends l) (if (null? (cdr l)) (car l) (values (car l) (cadr l))))
(list (call-with-values (lambda () (ends '(1 2))) list) (call-with-values (lambda () (ends '(1))) list)) ; => ((1 2) (1))
(call-with-values (lambda () (floor/ -7 2)) cons) ; => (-4 . 1)
(call-with-values (lambda () (truncate/ 7 2)) +) ; => 4
(call-with-values (lambda () (exact-integer-sqrt 17)) list) ; => (4 1)
(call-with-values (lambda () (values 1 2 3)) vector) ; => #(1 2 3)
(call-with-values (lambda () (values)) list) ; => ()
(call-with-values (lambda () (partition even? '(1 2 3))) append) ; => (2 1 3)
(define (spread f l) (call-with-values (lambda () (ends l)) f))
(list (spread list '(1 2)) (spread - '(5)) (spread (lambda all all) '(1 2))) ; => ((1 2) -5 (1 2))
(call-with-values (lambda () (ends '(1 2))) car) ; error: arity: car
(call-with-values (lambda () (values 1 2)) car) ; error: arity: car
(call-with-values (lambda () (floor/ 7 2)) car) ; error: arity: car
(call-with-values (lambda () (floor/ 7 0)) cons) ; error: range: floor/
(call-with-values (lambda () (floor/ 'a 2)) cons) ; error: type: floor/
(spread 5 '(1 2)) ; error: type
(let ((f 5)) (call-with-values (lambda () (values 1 2)) f)) ; error: type
;; what the consumer is, is asked before the values are made
(define (told a b) (list 'first a b))
(define (changed) (call-with-values (lambda () (set! told (lambda (a b) (list 'second a b))) (values 1 2)) told))
(list (changed) (changed)) ; => ((first 1 2) (second 1 2))
(let ((f list)) (call-with-values (lambda () (set! f vector) (values 1 2)) f)) ; => (1 2)
(define (sum-to n) (if (= n 0) 'done (call-with-values (lambda () (values (- n 1))) sum-to)))
(sum-to 100000) ; => done
;; a consumer that is entered again
(define again #f)
(let ((n 0))
  (let ((found (call-with-values (lambda () (values (call/cc (lambda (k) (set! again k) 1)) 5)) list)))
    (set! n (+ n 1))
    (if (< n 3) (again (* 10 n)) found))) ; => (20 5)
(let ((n 0))
  (let ((found (call-with-values (lambda () (ends (list (call/cc (lambda (k) (set! again k) 1)) 5))) list)))
    (set! n (+ n 1))
    (if (< n 3) (again (* 10 n)) found))) ; => (20 5)
(let ((all #f)) (call-with-values (lambda () (ends '(1 2))) (lambda l (set! all l))) (set-car! all 'x) all) ; => (x 2)
(map (lambda (l) (call-with-values (lambda () (ends l)) (lambda l (apply + l)))) '((1 2) (3) (4 5))) ; => (3 3 9)
(call-with-values (lambda () (split-at '(1 2 3) 2)) list) ; => ((1 2) (3))
(split-at '(1 2 3) 4) ; error: error: split-at: the list is too short: (1 2 3)
;; values that are sure to come, from one branch or another, are received without being made
(define (chosen p) (let-values (((a b) (cond ((eq? p 'x) (values 1 2)) (p (let ((y (list p))) (values y (car y)))) (else (error "none" p))))) (list a b)))
(list (chosen 'x) (chosen 5)) ; => ((1 2) ((5) 5))
(chosen #f) ; error: error: none #f
(define (chosen-ill p) (let-values (((a b) (if p (values 1 2) (values 1 2 3)))) (list a b)))
(chosen-ill #t) ; => (1 2)
(chosen-ill #f) ; error: arity
(define (extremes l) (let-values (((lo hi) (let loop ((l l) (lo 100) (hi 0)) (if (null? l) (values lo hi) (loop (cdr l) (min lo (car l)) (max hi (car l))))))) (list lo hi)))
(extremes '(3 9 2)) ; => (2 9)
(extremes '(3 x)) ; error: type: min
(let ((turns 0))
  (let-values (((some others) (partition (lambda (x) (if (= x 2) (call/cc (lambda (k) (set! again k) #t)) (even? x))) '(1 2 3 4))))
    (set! turns (+ turns 1))
    (if (< turns 3) (again (odd? turns)) (list turns some others)))) ; => (3 (4) (1 2 3))
(let ((turns 0))
  (let-values (((some others) (span (lambda (x) (call/cc (lambda (k) (if (= x 2) (set! again k)) (< x 4)))) '(1 2 3 4))))
    (set! turns (+ turns 1))
    (if (< turns 2) (again #f) (list turns some others)))) ; => (2 (1) (2 3 4))
(let ((turns 0))
  (let-values (((a b) (let ((x (call/cc (lambda (k) (set! again k) 1)))) (if (odd? x) (values x (+ x 1)) (values (- x) x)))))
    (set! turns (+ turns 1))
    (if (< turns 3) (again (+ turns 1)) (list a b)))) ; => (3 4)
(let-values (((a b) (values (string-append "a" "b") (string #\c)))) (let ((c a)) (string-set! c 0 #\x) (list a b c))) ; => ("xb" "c" "xb")
(define (halves s) (let-values (((a b) (if (string? s) (values (substring s 0 1) (substring s 1 2)) (values "" s)))) (list (string=? a b) a b)))
(list (halves "aa") (halves 'x)) ; error: type: string=?
(halves "aa") ; => (#t "a" "a")

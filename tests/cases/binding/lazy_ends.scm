;;; (scheme lazy): promises of promises: what is seen of them at once, what goes round, what stays a chain.
(import (scheme base) (scheme lazy) (scheme write))
(define (from n) (delay-force (make-promise (cons n (from (+ n 1))))))
(define (keep p s)
  (delay-force
   (let ((v (force s)))
     (cond ((null? v) (make-promise '()))
           ((p (car v)) (delay (cons (car v) (keep p (cdr v)))))
           (else (keep p (cdr v)))))))
(define (nth s i) (if (= i 0) (car (force s)) (nth (cdr (force s)) (- i 1))))
(nth (keep even? (from 1)) 5) ; => 12
(nth (keep (lambda (x) (= 0 (modulo x 1000))) (from 1)) 3) ; => 4000
(promise? (keep even? (from 1))) ; => #t
;; two change
(define (skip n s) (delay-force (if (= n 0) (delay (force s)) (skip (- n 1) (cdr (force s))))))
(car (force (skip 100 (from 0)))) ; => 100
;; three change, or none
(define (three a b c) (delay-force (if (> a 10) (make-promise (list a b c)) (three (+ a 1) (+ b 2) (+ c 3)))))
(force (three 0 0 0)) ; => (11 22 33)
;; an end that is not seen stays a chain, and takes no room
(define (append2 a b) (delay-force (if (null? (force a)) b (delay (cons (car (force a)) (append2 (cdr (force a)) b))))))
(nth (append2 (delay (cons 1 (delay '()))) (from 5)) 3) ; => 7
(define (count n) (if (= n 0) (delay 'done) (delay-force (count (- n 1)))))
(force (count 10000)) ; => done
(define (down n) (delay-force (if (= n 0) (make-promise 'end) (down (- n 1)))))
(force (down 10000)) ; => end
(define (find-tail p s b) (delay-force (cond ((null? (force s)) b) ((p (car (force s))) s) (else (find-tail p (cdr (force s)) b)))))
(car (force (find-tail (lambda (x) (> x 100)) (from 0) (delay 'none)))) ; => 101
;; a promise that is one already
(force (delay-force (make-promise (delay 1)))) ; => 1
(promise? (force (delay-force (delay (delay 1))))) ; => #t
;; errors are raised where they are, and a second force goes on from there
(define tries 0)
(define (picky s) (delay-force (let ((x (car (force s)))) (set! tries (+ tries 1)) (if (= x 3) (if (< tries 6) (raise 'early) (make-promise x)) (picky (cdr (force s)))))))
(define p (picky (from 0)))
(guard (e (#t (list e tries))) (force p)) ; => (early 4)
(guard (e (#t (list e tries))) (force p)) ; => (early 5)
(list (force p) tries) ; => (3 6)
(force (delay-force 5)) ; error: type: delay-force
;; forced again from inside: the first value counts
(define x 5)
(define again (delay-force (begin (set! x (+ x 1)) (if (> x 8) (make-promise x) (let ((v (force again))) (make-promise 'outer))))))
(force again) ; => 9
;; entered again
(define k #f) (define n 0)
(define (search s) (delay-force (let ((x (car (force s)))) (if (= x 2) (make-promise (call/cc (lambda (c) (set! k c) 'first))) (search (cdr (force s)))))))
(define found (search (from 0)))
(let ((v (force found))) (set! n (+ n 1)) (if (< n 3) (k 'again) (list v (force found) n))) ; => (first first 3)
(define visits '())
(define k2 #f)
(define looked (keep (lambda (x) (set! visits (cons x visits)) (if (= x 1) (call/cc (lambda (c) (if (not k2) (set! k2 c)) #f)) (= x 2))) (from 0)))
(let* ((v (car (force looked))) (k k2)) (if k (begin (set! k2 #f) (k #t))) (list v (car (force looked)) (reverse visits))) ; => (2 2 (0 1 2))
(define made '())
(define k3 #f)
(define inner (delay-force (if (call/cc (lambda (c) (set! k3 c) #t)) (delay (begin (set! made (cons 'a made)) 'a)) (delay (begin (set! made (cons 'b made)) 'b)))))
(let* ((v (force inner)) (k k3)) (if k (begin (set! k3 #f) (k #f))) (list v made)) ; => (a (a))
;; local ones
(let () (define (seek s) (delay-force (if (> (car (force s)) 50) (make-promise (car (force s))) (seek (cdr (force s)))))) (force (seek (from 1)))) ; => 51
;; redefined while promises wait
(define (slow i) (delay-force (if (> i 3) (make-promise (list 'old i)) (slow (+ i 1)))))
(define waiting (slow 0))
(set! slow (lambda (i) (delay (list 'new i))))
(force waiting) ; => (new 1)

;;; (scheme lazy): what was forced before has its value, and is not asked again; each variable, each turn by itself.
(import (scheme base) (scheme lazy) (scheme write))
(define (head s) (car (force s)))
(define (tail s) (cdr (force s)))
(define (from n) (delay (begin (display n) (cons n (from (+ n 1))))))
(define (both s) (let* ((a (head s)) (b (tail s))) (list a (head b) (head s))))
(both (from 1)) ; => (1 2 1)
; output: 12
;; nothing but promises has a value of its own
(both (cons 1 (cons 2 3))) ; => (1 2 1)
;; the next turn of a loop has another one, and so has a loop inside
(define (walk s n) (let loop ((s s) (i n) (l '())) (if (= i 0) l (let ((x (head s))) (loop (tail s) (- i 1) (cons x l))))))
(walk (from 0) 4) ; => (3 2 1 0)
; output: 0123
(define (pairs s n)
  (do ((i 0 (+ i 1)) (l '() (cons (do ((j 0 (+ j 1)) (t s (tail t))) ((= j i) (list (head t) (head t)))) l))) ((= i n) l)))
(pairs (from 0) 3) ; => ((2 2) (1 1) (0 0))
; output: 012
;; one branch does not speak for the other
(define (maybe a? s) (list (if a? (head s) 'none) (head s) (if a? 'none (head s))))
(list (maybe #t (from 1)) (maybe #f (from 2))) ; => ((1 1 none) (none 2 2))
; output: 12
;; the pair is looked at when its turn comes
(define (changed s) (let ((a (head s))) (set-car! (force s) 9) (list a (head s))))
(changed (delay (list 1))) ; => (1 9)
(define (assigned s) (let ((a (head s))) (set! s (delay (list 7))) (list a (head s))))
(assigned (delay (list 1))) ; => (1 7)
;; between the two a continuation is taken, and entered again
(define again #f)
(define left 2)
(define (crossed s)
  (let* ((a (head s)) (b (call/cc (lambda (k) (set! again k) 0)))) (list a b (head s))))
(let ((found (crossed (delay (begin (display "once") (list 5))))))
  (if (= left 0) found (begin (set! left (- left 1)) (again left)))) ; => (5 0 5)
; output: once
;; an error in the first leaves the second to be asked
(define tries 0)
(define (flaky) (delay (begin (set! tries (+ tries 1)) (if (= tries 1) (raise 'early) (list tries)))))
(let ((s (flaky))) (list (guard (e (#t e)) (head s)) (head s) (head s))) ; => (early 2 2)
;; a chain whose last promise is made for it: forced again from inside that, only what was made runs again
(define log '())
(define (note x) (set! log (cons x log)))
(define r (delay-force (begin (note 'outside) (delay (begin (note 'inside) (if (< (length log) 4) (+ 0 (force r)) (length log)))))))
(list (force r) (force r) log) ; => (4 4 (inside inside inside outside))
(define s (delay-force (let loop ((i 3)) (if (= i 0) (delay-force (delay (list 'end i))) (loop (- i 1))))))
(list (force s) (force s)) ; => ((end 0) (end 0))
(define t (delay-force (guard (e (#t (delay (list 'caught e)))) (raise 'it))))
(force t) ; => (caught it)
(define u (delay-force (dynamic-wind (lambda () (note 'in)) (lambda () (delay log)) (lambda () (note 'out)))))
(list (car (force u)) (cadr (force u))) ; => (out in)
(define k #f)
(define turns 0)
(define v (delay-force (begin (call/cc (lambda (c) (set! k c))) (set! turns (+ turns 1)) (delay turns))))
(let ((x (force v))) (if (< turns 3) (k #f) (list x (force v) turns))) ; => (1 1 3)

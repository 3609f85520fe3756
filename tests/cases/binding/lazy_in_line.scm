;;; Small procedures that force what they are given stand in line where they are called.
(import (scheme base) (scheme lazy) (scheme write))

(define (head s) (car (force s)))
(define (tail s) (cdr (force s)))
(define (from n) (delay (begin (display n) (cons n (from (+ n 1))))))
(define (nth s n) (if (= n 0) (head s) (nth (tail s) (- n 1))))
(define s (from 0))
(nth s 3) ; => 3
; output: 0123
(+ (head s) (head (tail s)) (nth s 4)) ; => 5
; output: 4
(head 5) ; error: type: wanted a pair, got 5
(head (cons 1 2)) ; => 1
(head (delay (raise 'oops))) ; error: raise: raised: oops

;; A continuation that is captured while a promise is forced in line, and entered again: the first value stays.
(define again #f)
(define times 0)
(define p (delay (begin (set! times (+ times 1))
                        (cons (call/cc (lambda (k) (if (not again) (set! again k)) 1)) times))))
(define left 3)
(let ((x (head p)))
  (set! left (- left 1))
  (if (> left 0) (again left) (list x times))) ; => (1 1)

;; Chains of promises, forced in the middle, by themselves, and of great length.
(define (count-down n) (delay-force (if (= n 0) (delay 'done) (count-down (- n 1)))))
(force (count-down 20000)) ; => done
(define middle (count-down 10))
(define outer (delay-force (delay-force middle)))
(list (force outer) (force middle) (force outer)) ; => (done done done)
(define r (delay-force (if (= times 1) (begin (set! times 2) (force r) (delay 'again)) (delay 'inner))))
(force r) ; => inner
(define same (delay-force same-value))
(define same-value (make-promise 7))
(list (force same) (force same)) ; => (7 7)
(force (delay-force 5)) ; error: type: delay-force
;; What a promise computes takes the variables around it as they are: of each turn, assigned later, or late.
(define (each-turn n) (let loop ((i 0) (l '())) (if (= i n) l (loop (+ i 1) (cons (delay (* i i)) l)))))
(map force (each-turn 4)) ; => (9 4 1 0)
(define (assigned-later) (let* ((x 1) (p (delay x)) (q (delay (+ x 1)))) (set! x 5) (list (force p) (force q) x)))
(assigned-later) ; => (5 6 5)
(define (counted) (let ((n 0)) (let ((p (delay (begin (set! n (+ n 1)) n)))) (list (force p) (force p) n))))
(counted) ; => (1 1 1)
(define (late) (letrec ((p (delay (cons 1 q))) (q (delay 2)) (f (lambda () (force (cdr (force p)))))) (f)))
(late) ; => 2
(define (too-early) (letrec ((p (delay (+ q 1))) (q (force p))) q))
(too-early) ; error: unbound: q
(define (nested a) (delay (let ((b (* a 2))) (delay (let ((c (+ a b))) (delay (list a b c)))))))
(force (force (force (nested 2)))) ; => (2 4 6)
(define (closes a b) (delay (lambda (c) (list a b c))))
((force (closes 1 2)) 3) ; => (1 2 3)
(define (rest . l) (delay (length l)))
(force (rest 1 2 3)) ; => 3

;; A promise that is forced while it computes, and one that becomes another one meanwhile.
(define deep 0)
(define again-and-again (delay (begin (set! deep (+ deep 1)) (if (< deep 4) (+ 0 (force again-and-again)) deep))))
(+ 0 (force again-and-again)) ; => 4
(+ 0 (force again-and-again)) ; => 4
(define taken #f)
(define inner (delay (begin (if (not taken) (begin (set! taken #t) (force chain))) 'value)))
(define chain (delay-force inner))
(list (force inner) (force chain)) ; => (value value)
(define (forced-for-effect p) (force p) (force p) (force p))
(forced-for-effect (delay (begin (display "once") 3))) ; => 3
; output: once

;; Promises of procedures, of constants, and of promises.
(list (force (make-promise (delay 1))) (force (delay 'symbol)) (promise? (force (delay (delay 1))))) ; => (1 symbol #t)
(let ((p (make-promise (cons 1 2)))) (list (promise? p) (eq? p (make-promise p)) (force p))) ; => (#t #t (1 . 2))

;; What stands behind a jump is never reached.
(let ((p (delay (call/cc (lambda (k) ((k 1))))))) (list (promise? p) (force p))) ; => (#t 1)

;; Primitives are no variables around it, whatever they are called.
(let ((v (vector 1 2))) (list (force (delay (vector-ref v 0))) ((force (delay values)) 3) (force (delay (vector v))))) ; => (1 3 #(#(1 2)))

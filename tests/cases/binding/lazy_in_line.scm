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

;;; Procedures of the top level that call each other last: what is further down is called at once, and what comes back
;;; is answered.
(import (scheme base) (srfi 1))

(define (a n k acc) (if (= n 0) (k acc) (b n k (cons 'a acc))))
(define (b n k acc)
  (let ((x (call/cc (lambda (c) (if (= n 3) (set! saved c)) n)))) (c n k (cons x acc))))
(define (c n k acc) (if (odd? n) (a (- n 1) k acc) (d n k acc)))
(define (d n k acc) (a (- n 1) k (cons 'd acc)))
(define saved #f)
(define (itself x) x)

(a 3 itself '()) ; => (1 a d 2 a 3 a)
(length (a 20000 itself '())) ; => 50000

(define again 0)
(define lengths '())
(define (once-more)
  (set! again 0)
  (set! lengths '())
  (let ((l (a 4 itself '())))
    (set! lengths (cons (length l) lengths))
    (set! again (+ again 1))
    (if (< again 4) (saved (+ 3 again)))
    lengths))
(once-more) ; => (10 10 10 10)

;; continuations are captured below such calls often
(define leave #f)
(define resume #f)
(define (emit x) (call/cc (lambda (k) (set! resume k) (leave x))))
(define (produce n) (if (= n 0) (finish) (first-half n)))
(define (first-half n) (emit n) (second-half n))
(define (second-half n) (produce (- n 1)))
(define (finish) (leave 'end))
(define (next) (call/cc (lambda (k) (set! leave k) (if resume (resume #f) (produce 300)))))
(define (total) (set! resume #f) (let loop ((s 0)) (let ((x (next))) (if (eq? x 'end) s (loop (+ s x))))))
(total) ; => 45150

;; deep, and not only at the end
(define (walk n) (if (= n 0) 0 (visit n)))
(define (visit n) (+ 1 (walk (- n 1))))
(walk 20000) ; => 20000
(define (sum l k) (if (null? l) (k 0) (sum (cdr l) (lambda (s) (done (+ s (car l)) k)))))
(define (done s k) (k s))
(sum (iota 20000) itself) ; => 199990000

;; one frame that all continuations share
(define (solutions ask)
  (let ((found '()) (choices '()))
    (define (flip) (call/cc (lambda (k) (set! choices (cons (lambda () (k #f)) choices)) #t)))
    (define (next) (let ((first (car choices))) (set! choices (cdr choices)) (first)))
    (let ((r (ask flip)))
      (if r (set! found (cons r found)))
      (if (pair? choices) (next))
      found)))
(length (solutions (lambda (flip) (let loop ((i 0) (l '())) (if (= i 6) l (loop (+ i 1) (cons (flip) l))))))) ; => 64

;; a continuation for the receiver of another
(define (elements l)
  (define (state return)
    (for-each (lambda (x) (set! return (call/cc (lambda (here) (set! state here) (return x))))) l)
    (return 'end))
  (lambda () (call/cc state)))
(let ((next (elements (iota 100)))) (let loop ((s 0)) (let ((x (next))) (if (eq? x 'end) s (loop (+ s x)))))) ; => 4950

;; procedures inside another
(define (machine n)
  (define steps 0)
  (define kept #f)
  (define (green i) (set! steps (+ steps 1)) (cond ((= i n) (stop 'green)) ((odd? i) (yellow i red)) (else (red i))))
  (define (yellow i next) (call/cc (lambda (k) (if (= i 7) (set! kept k)))) (next (+ i 1)))
  (define (red i) (if (> i n) (stop 'red) (pause (+ i 1) green)))
  (define (pause i next) (if (> i n) (stop 'pause) (next i)))
  (define (stop where) (if kept (let ((k kept)) (set! kept #f) (set! n (+ n 1)) (k 'again)) (list where steps)))
  (green 0))
(machine 10) ; => (green 8)
(machine 30000) ; => (green 29998)
(define (nest n) (define (in k) (if (= n 0) (k n) (out k))) (define (out k) (set! n (- n 1)) (again (lambda (x) (k x))))
  (define (again k) (in k)) (in (lambda (x) (list x))))
(nest 30000) ; => (0)

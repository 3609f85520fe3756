;;; parameterize of several parameters: what is evaluated, converted and bound when, and what leaves it.
(import (scheme base) (scheme write))

(define log '())
(define (note x) (set! log (cons x log)) x)
(define (noted) (let ((all (reverse log))) (set! log '()) all))
(define p (make-parameter 1 (lambda (x) (note (list 'p x)) x)))
(define q (make-parameter 2 (lambda (x) (note (list 'q x (p))) (* 10 x))))
(define r (make-parameter 3))
(noted) ; => ((p 1) (q 2 1))
(parameterize ((p (note 4)) (q (note 5))) (list (p) (q) (r))) ; => (4 50 3)
(noted) ; => (4 5 (p 4) (q 5 1))
(list (p) (q)) ; => (1 20)
(parameterize ((r 4) (p 5)) (parameterize ((p (r)) (r (p))) (list (p) (r)))) ; => (4 5)
(parameterize ((p 6) (q 7) (r 8)) (list (p) (q) (r))) ; => (6 70 8)
(parameterize ((p 6) (q 7) (r 8) (p 9)) (list (p) (q) (r))) ; => (6 70 8)
(parameterize ((r 8) (r 9)) (r)) ; => 8
(begin (noted) (p)) ; => 1

;; Left by an error, by a continuation, and entered again.
(define again #f)
(define (kept) (list (p) (r)))
(guard (e (#t (list e (kept)))) (parameterize ((r 4) (p 5)) (raise (kept)))) ; => ((5 4) (1 3))
(call/cc (lambda (k) (parameterize ((p 5) (r 6)) (k (kept))))) ; => (5 6)
(kept) ; => (1 3)
(define count 0)
(let ((seen (parameterize ((r 7) (p 8)) (call/cc (lambda (k) (set! again k))) (set! count (+ count 1)) (kept))))
  (if (< count 3) (again #f) (list count seen (kept)))) ; => (3 (8 7) (1 3))
(parameterize ((r 4) (p 5)) (r 6) (kept)) ; => (5 6)
(parameterize ((r 4) (p (car '()))) 1) ; error: type: car
(parameterize ((r 4) (car 5)) 1) ; error: type: parameterize
(parameterize ((4 4) (r 5)) 1) ; error: type: parameterize
(kept) ; => (1 3)

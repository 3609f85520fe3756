;;; (srfi 27): determinism, ranges, states.
(import (scheme base) (srfi 27))
(define (draws r n) (let loop ((i 0) (l '())) (if (= i n) l (loop (+ i 1) (cons (r 1000) l)))))
(define a (make-random-source))
(define b (make-random-source))
(equal? (draws (random-source-make-integers a) 10) (draws (random-source-make-integers b) 10)) ; => #t
(random-source-pseudo-randomize! b 3 4)
(equal? (draws (random-source-make-integers a) 10) (draws (random-source-make-integers b) 10)) ; => #f
(begin (random-source-randomize! b) (random-source? b)) ; => #t
(let ((r (random-source-make-integers a))) (let loop ((i 0)) (or (= i 200) (and (< -1 (r 7) 7) (loop (+ i 1)))))) ; => #t
(let ((r (random-source-make-integers a))) (< -1 (r (expt 10 50)) (expt 10 50))) ; => #t
(let ((r (random-source-make-reals a))) (let ((x (r))) (and (inexact? x) (< 0 x 1)))) ; => #t
(let ((r (random-source-make-reals a 1/10))) (let ((x (r))) (and (exact? x) (integer? (* 10 x))))) ; => #t
(random-integer 0) ; error: error: random-integer: wanted a positive
(random-integer 2.5) ; error: error: random-integer: wanted a positive
(random-source-state-set! a 'nonsense) ; error: error: not a state
;; all numbers of a small range come up
(let ((seen (make-vector 6 #f)) (r (random-source-make-integers a))) (let loop ((i 0)) (when (< i 200) (vector-set! seen (r 6) #t) (loop (+ i 1)))) seen) ; => #(#t #t #t #t #t #t)
;; states that are none
(random-source-state-set! a '(mt19937 1 2)) ; error: error: not a state
(random-source-state-set! a (cons 'mt19937 (random-source-state-ref b))) ; error: error: not a state
(let ((s (random-source-state-ref a))) (random-source-state-set! b s) (equal? (draws (random-source-make-integers a) 5) (draws (random-source-make-integers b) 5))) ; => #t

;;; Continuations: Takeuchi's function, each result thrown to a continuation.
(import (scheme base))

(define (ctak x y z)
  (call/cc (lambda (k) (ctak-inner k x y z))))

(define (ctak-inner k x y z)
  (if (not (< y x))
      (k z)
      (call/cc
       (lambda (k)
         (ctak-inner k
                     (call/cc (lambda (k) (ctak-inner k (- x 1) y z)))
                     (call/cc (lambda (k) (ctak-inner k (- y 1) z x)))
                     (call/cc (lambda (k) (ctak-inner k (- z 1) x y))))))))

(define (run n) (ctak n (quotient (* n 2) 3) (quotient n 3)))

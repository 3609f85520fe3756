;;; Calls: Takeuchi's function.
(import (scheme base))

(define (tak x y z)
  (if (not (< y x))
      z
      (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))))

(define (run n) (tak n (quotient (* n 2) 3) (quotient n 3)))

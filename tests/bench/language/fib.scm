;;; Calls: doubly recursive Fibonacci numbers.
(import (scheme base))

(define (fib n)
  (if (< n 2)
      n
      (+ (fib (- n 1)) (fib (- n 2)))))

(define (run n) (fib n))

;;; Deep recursion: a count that is no loop.
(import (scheme base))

(define (count n)
  (if (= n 0)
      0
      (+ 1 (count (- n 1)))))

(define (run n) (count n))

;;; Loops: a named let that sums.
(import (scheme base))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total i)))))

;;; guard around work that goes well.
(import (scheme base))

(define (safe-divide a b)
  (guard (e (#t 0))
    (if (= b 0) (raise 'division-by-zero) (quotient a b))))

(define (run n)
  (let loop ((i 1) (total 0))
    (if (> i n)
        total
        (loop (+ i 1) (+ total (safe-divide 10000 i))))))

;;; Loops over integers: the longest Collatz chain.
(import (scheme base))

(define (chain n)
  (let loop ((n n) (length 1))
    (cond ((= n 1) length)
          ((even? n) (loop (quotient n 2) (+ length 1)))
          (else (loop (+ (* 3 n) 1) (+ length 1))))))

(define (run n)
  (do ((i 1 (+ i 1))
       (best 1 (if (> (chain i) (chain best)) i best)))
      ((> i n) (list best (chain best)))))

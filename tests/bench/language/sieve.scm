;;; Vectors: the primes below n.
(import (scheme base))

(define (run n)
  (let ((prime? (make-vector n #t)))
    (vector-set! prime? 0 #f)
    (vector-set! prime? 1 #f)
    (do ((i 2 (+ i 1)))
        ((>= (* i i) n))
      (when (vector-ref prime? i)
        (do ((j (* i i) (+ j i)))
            ((>= j n))
          (vector-set! prime? j #f))))
    (let loop ((i 0) (count 0))
      (if (= i n)
          count
          (loop (+ i 1) (if (vector-ref prime? i) (+ count 1) count))))))

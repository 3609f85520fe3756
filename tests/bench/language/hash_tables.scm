;;; Hash tables: filled and read.
(import (scheme base) (srfi 69))

(define (run n)
  (let ((t (make-hash-table)))
    (do ((i 0 (+ i 1)))
        ((= i n))
      (hash-table-set! t i (* i i)))
    (let loop ((i 0) (total 0))
      (if (= i n)
          total
          (loop (+ i 1) (+ total (hash-table-ref/default t i 0)))))))

;;; SRFI 132: merging, neighbours deleted, the median, a selection.
(import (scheme base) (srfi 1) (srfi 132))

(define (run n)
  (let* ((a (iota n 0 3))
         (b (iota n 1 2))
         (merged (list-merge < a b))
         (distinct (list-delete-neighbor-dups = merged))
         (v (list->vector (map (lambda (i) (modulo (* i 7919) 1009)) (iota n)))))
    (list (length distinct)
          (list-ref merged n)
          (vector-find-median < v 0)
          (vector-select! < (vector-copy v) (quotient n 3)))))

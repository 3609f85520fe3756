;;; SRFI 69: results kept in a table whose keys are lists.
(import (scheme base) (srfi 69))

(define (make-paths)
  (let ((known (make-hash-table equal?)))
    (define (paths x y)
      (let ((key (list x y)))
        (hash-table-ref known key
                        (lambda ()
                          (let ((n (if (or (= x 0) (= y 0))
                                       1
                                       (+ (paths (- x 1) y) (paths x (- y 1))))))
                            (hash-table-set! known key n)
                            n)))))
    paths))

(define (run n) ((make-paths) n n))

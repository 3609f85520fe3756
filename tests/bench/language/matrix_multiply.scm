;;; Vectors of vectors: the product of two matrices.
(import (scheme base))

(define (make-matrix n)
  (let ((m (make-vector n 0)))
    (do ((i 0 (+ i 1)))
        ((= i n) m)
      (vector-set! m i (make-vector n (+ i 1))))))

(define (run n)
  (define a (make-matrix n))
  (define b (make-matrix n))
  (let rows ((i 0) (trace 0))
    (if (= i n)
        trace
        (let columns ((j 0) (trace trace))
          (if (= j n)
              (rows (+ i 1) trace)
              (let dot ((k 0) (s 0))
                (if (= k n)
                    (columns (+ j 1) (if (= i j) (+ trace s) trace))
                    (dot (+ k 1)
                         (+ s (* (vector-ref (vector-ref a i) k)
                                 (vector-ref (vector-ref b k) j)))))))))))

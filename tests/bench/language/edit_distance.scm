;;; Vectors and strings: Levenshtein's distance.
(import (scheme base))

(define (distance a b)
  (let* ((m (string-length a))
         (n (string-length b))
         (row (make-vector (+ n 1) 0)))
    (do ((j 0 (+ j 1)))
        ((> j n))
      (vector-set! row j j))
    (do ((i 1 (+ i 1)))
        ((> i m) (vector-ref row n))
      (let loop ((j 1) (diagonal (vector-ref row 0)))
        (vector-set! row 0 i)
        (when (<= j n)
          (let* ((above (vector-ref row j))
                 (cost (if (char=? (string-ref a (- i 1)) (string-ref b (- j 1))) 0 1)))
            (vector-set! row j
                         (min (+ above 1)
                              (+ (vector-ref row (- j 1)) 1)
                              (+ diagonal cost)))
            (loop (+ j 1) above)))))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (+ total
                 (distance "call-with-current-continuation"
                           "call-with-output-string"))))))

;;; SRFI 1: append-map, partition, span, take, drop, zip and concatenate.
(import (scheme base) (srfi 1))

(define (neighbours i) (list (- i 1) i (+ i 1)))

(define (once numbers)
  (let ((spread (append-map neighbours numbers)))
    (let-values (((even odd) (partition even? spread))
                 ((low high) (span (lambda (x) (< x 20)) numbers)))
      (+ (apply + (take even 10))
         (length (drop odd 10))
         (last low)
         (first high)
         (apply + (map * (take-while (lambda (x) (< x 30)) numbers)
                       (drop-while (lambda (x) (< x 5)) numbers)))
         (length (concatenate (list even odd)))
         (length (zip even odd))
         (apply max (map car (zip odd even)))
         (length (take-right (drop-right numbers 5) 5))))))

(define numbers (iota 50))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (once numbers))))))

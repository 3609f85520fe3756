;;; cond with => and nested tests: the fare of a ride.
(import (scheme base))

(define prices '((child . 120) (student . 200) (senior . 180)))

(define (fare kind zones hour)
  (let ((base (cond ((assq kind prices) => cdr)
                    ((eq? kind 'dog) 90)
                    (else 290))))
    (cond ((or (< hour 6) (> hour 22)) (+ base 150))
          ((and (<= 7 hour 9) (> zones 1)) (* 2 base))
          ((<= zones 1) base)
          ((= zones 2) (+ base (quotient base 2)))
          (else (+ base (* 40 zones))))))

(define kinds '#(child adult student dog senior adult))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (+ total
                 (fare (vector-ref kinds (modulo i 6))
                       (modulo i 5)
                       (modulo (* i 7) 24)))))))

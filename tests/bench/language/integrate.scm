;;; Floats and procedures: Simpson's rule, and Newton's method on top of it.
(import (scheme base) (scheme inexact))

(define (simpson f a b n)
  (let ((h (/ (- b a) n)))
    (let loop ((i 0) (total 0.0))
      (if (> i n)
          (* total (/ h 3.0))
          (loop (+ i 1)
                (+ total
                   (* (cond ((or (= i 0) (= i n)) 1.0)
                            ((odd? i) 4.0)
                            (else 2.0))
                      (f (+ a (* i h))))))))))

(define (newton f derivative x)
  (let loop ((x x) (steps 0))
    (let ((next (- x (/ (f x) (derivative x)))))
      (if (or (< (abs (- next x)) 1e-10) (= steps 50))
          next
          (loop next (+ steps 1))))))

(define (run n)
  (let ((area (simpson (lambda (x) (* x (sin x))) 0.0 3.0 n)))
    (let loop ((i 0) (total 0.0))
      (if (= i n)
          (list area total)
          (loop (+ i 10)
                (+ total
                   (newton (lambda (x) (- (* x x) i 2.0))
                           (lambda (x) (* 2.0 x))
                           1.0)))))))

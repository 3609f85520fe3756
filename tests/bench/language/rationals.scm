;;; Rationals: harmonic numbers and a continued fraction.
(import (scheme base))

(define (harmonic n)
  (let loop ((i 1) (total 0))
    (if (> i n) total (loop (+ i 1) (+ total (/ 1 i))))))

(define (golden n)
  (if (= n 0) 1 (+ 1 (/ 1 (golden (- n 1))))))

(define (run n)
  (let ((h (harmonic n)) (g (golden n)))
    (list (modulo (numerator h) 1000007)
          (modulo (denominator h) 1000007)
          (modulo (numerator g) 1000007)
          (< h (* 4 g)))))

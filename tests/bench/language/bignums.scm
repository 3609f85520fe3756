;;; Bignums: factorials, the digits of their sum, powers modulo.
(import (scheme base))

(define (factorial n)
  (let loop ((i 2) (product 1))
    (if (> i n) product (loop (+ i 1) (* product i)))))

(define (sum-of-digits n)
  (let loop ((n n) (total 0))
    (if (= n 0)
        total
        (loop (quotient n 10) (+ total (remainder n 10))))))

(define (power-mod base exponent modulus)
  (let loop ((b (modulo base modulus)) (e exponent) (result 1))
    (cond ((= e 0) result)
          ((odd? e) (loop (modulo (* b b) modulus) (quotient e 2) (modulo (* result b) modulus)))
          (else (loop (modulo (* b b) modulus) (quotient e 2) result)))))

(define (run n)
  (let loop ((i 1) (total 0))
    (if (> i n)
        total
        (loop (+ i 1)
              (+ total
                 (sum-of-digits (factorial (+ 20 i)))
                 (power-mod i 1000003 1000000007))))))

;;; Values: quotient and remainder, smallest and largest in one walk.
(import (scheme base))

(define (divide-all numbers by)
  (let loop ((l numbers) (quotients 0) (remainders 0))
    (if (null? l)
        (values quotients remainders)
        (let-values (((q r) (floor/ (car l) by)))
          (loop (cdr l) (+ quotients q) (+ remainders r))))))

(define (extremes numbers)
  (let loop ((l (cdr numbers)) (low (car numbers)) (high (car numbers)))
    (cond ((null? l) (values low high))
          ((< (car l) low) (loop (cdr l) (car l) high))
          ((> (car l) high) (loop (cdr l) low (car l)))
          (else (loop (cdr l) low high)))))

(define numbers '(17 4 99 23 8 56 71 3 42 65))

(define (run n)
  (let loop ((i 1) (total 0))
    (if (> i n)
        total
        (call-with-values
            (lambda () (divide-all numbers (+ 1 (modulo i 9))))
          (lambda (quotients remainders)
            (let*-values (((low high) (extremes numbers))
                          ((spread rest) (truncate/ (- high low) 10)))
              (loop (+ i 1) (+ total quotients remainders spread rest))))))))

;;; SRFI 132: numbers sorted up, down and by their last digits.
(import (scheme base) (srfi 132))

(define (numbers n)
  (let loop ((i 0) (x 12345) (l '()))
    (if (= i n)
        l
        (loop (+ i 1) (modulo (+ (* x 1103515245) 12345) 2147483648) (cons x l)))))

(define (run n)
  (let* ((l (numbers n))
         (up (list-sort < l))
         (down (list-sort > l))
         (by-digits (list-sort (lambda (a b) (< (modulo a 1000) (modulo b 1000))) l)))
    (list (car up) (car down) (modulo (car by-digits) 1000)
          (list-ref up (quotient n 2)))))

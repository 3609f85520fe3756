;;; SRFI 1: iota, unfold, list-tabulate, find, list-index, assoc lists.
(import (scheme base) (srfi 1))

(define (digits n)
  (unfold-right zero? (lambda (n) (remainder n 10)) (lambda (n) (quotient n 10)) n))

(define (squares n)
  (unfold (lambda (x) (> x n)) (lambda (x) (* x x)) (lambda (x) (+ x 1)) 1))

(define (once k)
  (let* ((table (list-tabulate 20 (lambda (i) (cons i (* i k)))))
         (shorter (alist-delete 7 table))
         (longer (alist-cons 'new 5 shorter)))
    (+ (apply + (digits (+ 123456789 k)))
       (apply + (squares 20))
       (car (find (lambda (e) (> (cdr e) 30)) table))
       (list-index (lambda (e) (eqv? (car e) 9)) longer)
       (cdr (assv 12 longer))
       (length (iota 30 5 2))
       (apply + (pair-fold (lambda (pair acc) (cons (length pair) acc)) '() '(a b c d))))))

(define (run n)
  (let loop ((i 2) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (once i))))))

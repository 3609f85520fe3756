;;; SRFI 1: filter-map, fold, reduce, any and every over orders.
(import (scheme base) (srfi 1))

(define orders
  (map (lambda (i)
         (list i
               (list-ref '(ann bob cy dee) (modulo i 4))
               (* 5 (modulo (* i 7) 31))
               (modulo i 3)))
       (iota 60)))

(define order-customer second)
(define order-amount third)
(define order-state fourth)

(define (summary orders)
  (let* ((open (filter (lambda (o) (= 1 (order-state o))) orders))
         (amounts (filter-map (lambda (o)
                                (and (> (order-amount o) 20) (order-amount o)))
                              open)))
    (+ (fold + 0 amounts)
       (reduce max 0 amounts)
       (if (any (lambda (o) (eq? (order-customer o) 'dee)) open) 1 0)
       (if (every (lambda (o) (< (order-amount o) 200)) open) 10 0)
       (count (lambda (o) (eq? (order-customer o) 'ann)) orders))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (summary orders))))))

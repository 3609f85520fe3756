;;; Association lists that are updated functionally: an inventory.
(import (scheme base))

(define orders
  '((apple . 3) (pear . 2) (apple . -1) (plum . 7) (fig . 4) (pear . 5) (quince . 1)
    (apple . 2) (lime . 9) (fig . -2) (plum . -3) (lemon . 6)))

(define (update table key f default)
  (cond ((null? table) (list (cons key (f default))))
        ((eq? (caar table) key)
         (cons (cons key (f (cdar table))) (cdr table)))
        (else (cons (car table) (update (cdr table) key f default)))))

(define (stock orders)
  (let loop ((l orders) (table '()))
    (if (null? l)
        table
        (loop (cdr l)
              (update table (caar l) (lambda (had) (+ had (cdar l))) 0)))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (let ((table (stock orders)))
          (loop (+ i 1)
                (+ total
                   (cdr (assq 'apple table))
                   (cdr (assq 'lemon table))
                   (length table)))))))

;;; Lists: a merge sort of the program's own, with an order that is handed in.
(import (scheme base))

(define (merge before? a b)
  (let loop ((a a) (b b) (merged '()))
    (cond ((null? a) (append (reverse merged) b))
          ((null? b) (append (reverse merged) a))
          ((before? (car b) (car a)) (loop a (cdr b) (cons (car b) merged)))
          (else (loop (cdr a) b (cons (car a) merged))))))

(define (halves l)
  (let loop ((l l) (a '()) (b '()))
    (if (null? l)
        (values a b)
        (loop (cdr l) (cons (car l) b) a))))

(define (sort-by before? l)
  (if (or (null? l) (null? (cdr l)))
      l
      (let-values (((a b) (halves l)))
        (merge before? (sort-by before? a) (sort-by before? b)))))

(define (run n)
  (let* ((numbers (let loop ((i 0) (x 7) (l '()))
                    (if (= i n)
                        l
                        (loop (+ i 1) (modulo (+ (* x 75) 74) 65537) (cons x l)))))
         (sorted (sort-by (lambda (a b) (> (modulo a 1000) (modulo b 1000))) numbers)))
    (list (modulo (car sorted) 1000) (modulo (list-ref sorted (quotient n 2)) 1000))))

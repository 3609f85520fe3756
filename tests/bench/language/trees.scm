;;; Nested lists: flattened, counted, their depth and a substitution.
(import (scheme base))

(define tree '(1 (2 (3 4) 5) ((6) 7 (8 (9 (10 11) 12)) 13) 14 (15 16)))

(define (flatten t)
  (cond ((null? t) '())
        ((pair? t) (append (flatten (car t)) (flatten (cdr t))))
        (else (list t))))

(define (depth t)
  (cond ((null? t) 1)
        ((pair? t) (max (+ 1 (depth (car t))) (depth (cdr t))))
        (else 0)))

(define (substitute t f)
  (cond ((null? t) '())
        ((pair? t) (cons (substitute (car t) f) (substitute (cdr t) f)))
        (else (f t))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (+ total
                 (depth tree)
                 (length (flatten tree))
                 (apply + (flatten (substitute tree (lambda (x) (* x 2))))))))))

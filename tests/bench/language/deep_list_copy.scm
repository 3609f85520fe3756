;;; Deep recursion: a list filtered by recursion that is no loop.
(import (scheme base))

(define (keep wanted? l)
  (cond ((null? l) '())
        ((wanted? (car l)) (cons (car l) (keep wanted? (cdr l))))
        (else (keep wanted? (cdr l)))))

(define (count-up n)
  (let loop ((i n) (l '()))
    (if (= i 0) l (loop (- i 1) (cons i l)))))

(define (run n)
  (length (keep (lambda (x) (not (= 0 (modulo x 3)))) (count-up n))))

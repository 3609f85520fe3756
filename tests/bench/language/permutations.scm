;;; Lists: all permutations, by map and append.
(import (scheme base))

(define (remove-first x l)
  (cond ((null? l) '())
        ((equal? x (car l)) (cdr l))
        (else (cons (car l) (remove-first x (cdr l))))))

(define (permutations l)
  (if (null? l)
      '(())
      (apply append
             (map (lambda (x)
                    (map (lambda (p) (cons x p))
                         (permutations (remove-first x l))))
                  l))))

(define (weight p)
  (let loop ((l p) (i 1) (total 0))
    (if (null? l) total (loop (cdr l) (+ i 1) (+ total (* i (car l)))))))

(define (run n)
  (let ((all (permutations (let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))))
    (list (length all) (apply max (map weight all)))))

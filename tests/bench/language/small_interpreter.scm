;;; Dispatch on data: an interpreter for one recursive function.
(import (scheme base) (scheme cxr))

;; numbers, variables, (if c a b), (op a b), (f x)
(define (evaluate e x)
  (cond ((number? e) e)
        ((symbol? e) x)
        ((eq? (car e) 'if)
         (if (evaluate (cadr e) x)
             (evaluate (caddr e) x)
             (evaluate (cadddr e) x)))
        ((eq? (car e) '<) (< (evaluate (cadr e) x) (evaluate (caddr e) x)))
        ((eq? (car e) '+) (+ (evaluate (cadr e) x) (evaluate (caddr e) x)))
        ((eq? (car e) '-) (- (evaluate (cadr e) x) (evaluate (caddr e) x)))
        (else (evaluate program (evaluate (cadr e) x)))))

(define program '(if (< n 2) n (+ (f (- n 1)) (f (- n 2)))))

(define (run n) (evaluate program n))

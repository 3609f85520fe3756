;;; Quoted data: symbolic derivatives.
(import (scheme base))

(define (derivative e)
  (cond ((not (pair? e)) (if (eq? e 'x) 1 0))
        ((eq? (car e) '+) (cons '+ (map derivative (cdr e))))
        ((eq? (car e) '*)
         (list '*
               e
               (cons '+ (map (lambda (f) (list '/ (derivative f) f)) (cdr e)))))
        (else (error "derivative: unknown operator" (car e)))))

(define expression '(+ (* 3 x x) (* a x x) (* b x) 5))

(define (run n)
  (let loop ((i 0) (found '()))
    (if (< i n)
        (loop (+ i 1) (derivative expression))
        (length found))))

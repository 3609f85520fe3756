;;; (chibi match): arithmetic simplified and evaluated.
(import (scheme base) (chibi match))

(define (simplify e)
  (match e
    (('+ a 0) (simplify a))
    (('+ 0 a) (simplify a))
    (('* _ 0) 0)
    (('* 0 _) 0)
    (('* a 1) (simplify a))
    (('* 1 a) (simplify a))
    ((op a b) (list op (simplify a) (simplify b)))
    (other other)))

(define (evaluate e x)
  (match e
    ((? number? n) n)
    ('x x)
    (('+ a b) (+ (evaluate a x) (evaluate b x)))
    (('* a b) (* (evaluate a x) (evaluate b x)))
    (('- a b) (- (evaluate a x) (evaluate b x)))))

(define expression
  '(+ (* (+ x 0) (* 1 (+ x 3))) (- (* 0 (+ x 9)) (* (+ 0 2) (* x 1)))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (evaluate (simplify expression) i))))))

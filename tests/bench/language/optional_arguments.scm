;;; case-lambda, rest arguments and apply.
(import (scheme base) (scheme case-lambda))

(define range
  (case-lambda
    ((end) (range 0 end 1))
    ((start end) (range start end 1))
    ((start end step)
     (let loop ((i start) (l '()))
       (if (>= i end) (reverse l) (loop (+ i step) (cons i l)))))))

(define (average first . rest)
  (/ (apply + first rest) (+ 1 (length rest))))

(define (clamp x . bounds)
  (let ((low (if (pair? bounds) (car bounds) 0))
        (high (if (and (pair? bounds) (pair? (cdr bounds))) (cadr bounds) 100)))
    (max low (min high x))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (+ total
                 (clamp i)
                 (clamp i 10)
                 (clamp i 10 20)
                 (length (range 8))
                 (length (range 2 8))
                 (length (range 0 8 2))
                 (average 1 2 3 6))))))

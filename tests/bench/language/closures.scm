;;; Closures: composed in a chain and called.
(import (scheme base))

(define (compose f g) (lambda (x) (f (g x))))

(define (run n)
  (let loop ((i 0) (f (lambda (x) x)) (total 0))
    (if (= i n)
        total
        (let ((g (compose (lambda (x) (+ x i)) f)))
          (loop (+ i 1)
                (if (= 0 (modulo i 10)) (lambda (x) x) g)
                (+ total (g 1)))))))

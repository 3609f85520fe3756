;;; Mutual tail calls: even? and odd? by each other.
(import (scheme base))

(define (is-even? n) (if (= n 0) #t (is-odd? (- n 1))))
(define (is-odd? n) (if (= n 0) #f (is-even? (- n 1))))

(define (run n) (is-even? n))

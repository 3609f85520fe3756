;;; call/cc as an early exit: the product of a list stops at a zero.
(import (scheme base))

(define lists '((1 2 3 4 5) (6 7 0 8 9) (2 2 2 2) (5 0) (9 9 9 9 9 9)))

(define (product l)
  (call-with-current-continuation
   (lambda (return)
     (let ((result 1))
       (for-each
        (lambda (x)
          (if (= x 0) (return 0))
          (set! result (* result x)))
        l)
       result))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (apply + total (map product lists))))))

;;; Alists: assoc with string keys in a list of a hundred.
(import (scheme base))

(define table
  (let loop ((i 0) (l '()))
    (if (= i 100)
        l
        (loop (+ i 1) (cons (cons (number->string i) i) l)))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (cdr (assoc "50" table)))))))

;;; guard in guard: what the inner one does not know goes to the outer one.
(import (scheme base))

(define (fetch i)
  (case (modulo i 4)
    ((0) (raise 'timeout))
    ((1) (raise 'refused))
    (else i)))

(define (fetch-with-retry i)
  (guard (e ((eq? e 'timeout) (fetch (+ i 2))))
    (fetch i)))

(define (run n)
  (let loop ((i 0) (total 0) (refused 0))
    (if (= i n)
        (list total refused)
        (let ((x (guard (e ((eq? e 'refused) #f))
                   (fetch-with-retry i))))
          (if x
              (loop (+ i 1) (+ total x) refused)
              (loop (+ i 1) total (+ refused 1)))))))

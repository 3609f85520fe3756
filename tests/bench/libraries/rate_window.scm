;;; A rate limit: the calls of the last sixty seconds per user.
(import (scheme base) (srfi 1) (srfi 69))

(define users '#("ann" "bob" "cy"))

(define (make-limiter limit window)
  (let ((calls (make-hash-table string=?)))
    (lambda (user now)
      (let* ((recent (filter (lambda (t) (> t (- now window)))
                             (hash-table-ref/default calls user '())))
             (ok (< (length recent) limit)))
        (hash-table-set! calls user (if ok (cons now recent) recent))
        ok))))

(define (run n)
  (let ((allow? (make-limiter 10 60)))
    (let loop ((i 0) (allowed 0))
      (if (= i n)
          allowed
          (loop (+ i 1)
                (if (allow? (vector-ref users (modulo (* i 5) 3)) (quotient (* i 3) 2))
                    (+ allowed 1)
                    allowed))))))

;;; Re-entrant continuations: a generator that is left and resumed.
(import (scheme base))

(define (make-generator n)
  (define return #f)
  (define (resume)
    (let loop ((i 0))
      (if (< i n)
          (begin
            (call/cc (lambda (next)
                       (set! resume (lambda () (next #f)))
                       (return i)))
            (loop (+ i 1)))))
    (return 'done))
  (lambda () (call/cc (lambda (r) (set! return r) (resume)))))

(define (run n)
  (let ((next (make-generator n)))
    (let loop ((total 0))
      (let ((x (next)))
        (if (eq? x 'done) total (loop (+ total x)))))))

;;; Keeps the last events in memory. A sandboxed file has no disk; what it keeps lives as long as its host.

(define limit 100)
(define events '())

(define (log-event point)
  (lambda (payload)
    (let ((all (cons (cons point payload) events)))
      (set! events (if (> (length all) limit) (take all limit) all)))
    '()))

(for-each
 (lambda (point) (register-hook point (log-event point)))
 '(on_start on_end pre_message post_message))

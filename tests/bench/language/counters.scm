;;; Closures with state: counters in a list, each with its own step.
(import (scheme base))

(define (make-counter step)
  (let ((value 0))
    (lambda (message)
      (case message
        ((up) (set! value (+ value step)) value)
        ((down) (set! value (- value step)) value)
        (else value)))))

(define (run n)
  (let ((counters (map make-counter '(1 2 3 5 7))))
    (do ((i 0 (+ i 1)))
        ((= i n) (apply + (map (lambda (c) (c 'value)) counters)))
      (for-each (lambda (counter) (counter (if (even? i) 'up 'value)))
                counters))))

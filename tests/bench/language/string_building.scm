;;; String building: append in a loop.
(import (scheme base))

(define (run n)
  (let loop ((i 0) (s ""))
    (if (= i n)
        (string-length s)
        (loop (+ i 1) (string-append s "ab")))))

;;; number->string and string->number: integers, floats, bases.
(import (scheme base))

(define (run n)
  (let loop ((i 1) (length 0) (total 0))
    (if (> i n)
        (list length total)
        (let ((decimal (number->string (* i 7919)))
              (hex (number->string i 16))
              (binary (number->string (modulo i 64) 2))
              (float (number->string (/ i 8.0))))
          (loop (+ i 1)
                (+ length
                   (string-length decimal) (string-length hex)
                   (string-length binary) (string-length float))
                (+ total
                   (string->number decimal)
                   (string->number hex 16)
                   (string->number binary 2)
                   (exact (* 8 (string->number float)))))))))

;;; String building: a report with padded columns.
(import (scheme base))

(define (pad-left s width)
  (let ((missing (- width (string-length s))))
    (if (> missing 0) (string-append (make-string missing #\space) s) s)))

(define (pad-right s width)
  (let ((missing (- width (string-length s))))
    (if (> missing 0) (string-append s (make-string missing #\space)) s)))

(define (line name count price)
  (string-append (pad-right name 12)
                 (pad-left (number->string count) 6)
                 (pad-left (number->string (* count price)) 10)
                 "\n"))

(define (run n)
  (let loop ((i 0) (report ""))
    (if (= i n)
        (string-length report)
        (loop (+ i 1)
              (string-append report
                             (line (string-append "item-" (number->string i)) i 7))))))

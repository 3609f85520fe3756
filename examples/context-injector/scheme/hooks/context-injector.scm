;;; Tells the model what time it is: the prompt gets a first line with date and time.

(import (scheme time))

(define (two-digits n)
  (string-append (if (< n 10) "0" "") (number->string n)))

;; Days since 1970 -> year, month, day. Counting from March puts the leap day at the end of the year.
(define (civil days)
  (let*-values (((era day) (floor/ (+ days 719468) 146097))
                ((year) (floor-quotient
                         (- day (floor-quotient day 1460) (floor-quotient day 146096) (- (floor-quotient day 36524)))
                         365))
                ((day) (- day (- (+ (* 365 year) (floor-quotient year 4)) (floor-quotient year 100))))
                ((month) (floor-quotient (+ (* 5 day) 2) 153)))
    (values (+ year (* 400 era) (if (< month 10) 0 1))
            (if (< month 10) (+ month 3) (- month 9))
            (+ 1 (- day (floor-quotient (+ (* 153 month) 2) 5))))))

(define (iso-time seconds)
  (let*-values (((days rest) (floor/ seconds 86400))
                ((hour rest) (floor/ rest 3600))
                ((minute second) (floor/ rest 60))
                ((year month day) (civil days)))
    (string-append (number->string year) "-" (two-digits month) "-" (two-digits day) "T"
                   (two-digits hour) ":" (two-digits minute) ":" (two-digits second) "Z")))

(define (now)
  (iso-time (exact (floor (current-second)))))

(register-hook 'pre_message
  (lambda (payload)
    (let ((prompt (cdr (assoc "prompt" payload))))
      (list (cons "prompt" (string-append "[" (now) "]\n" prompt))))))

;;; SRFI 115: tokens by regular expressions as data.
(import (scheme base) (srfi 115))

(define token
  (regexp '(or (-> number (+ numeric))
               (-> name (: alphabetic (* (or alphanumeric #\_))))
               (-> operator ("+-*/=()")))))

(define text "total = (alpha1 + 42) * beta_2 - 1017 / gamma")

(define (kind m)
  (cond ((regexp-match-submatch m 'number) 1)
        ((regexp-match-submatch m 'name) 100)
        (else 10000)))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (+ total
                 (regexp-fold token (lambda (from m s sum) (+ sum (kind m))) 0 text))))))

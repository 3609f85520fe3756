;;; (scheme box): boxes, SRFI 111 under its name in R7RS-large.

(define-library (scheme box)
  (alias-for (srfi 111)))

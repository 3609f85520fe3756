;;; (scheme sort): sorting, SRFI 132 under its name in R7RS-large.

(define-library (scheme sort)
  (alias-for (srfi 132)))

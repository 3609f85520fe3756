;;; (scheme list): lists, SRFI 1 under its name in R7RS-large.

(define-library (scheme list)
  (alias-for (srfi 1)))

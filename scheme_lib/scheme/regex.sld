;;; (scheme regex): regular expressions, SRFI 115 under its name in R7RS-large.

(define-library (scheme regex)
  (alias-for (srfi 115)))

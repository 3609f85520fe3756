;;; (scheme vector): vectors, SRFI 133 under its name in R7RS-large.

(define-library (scheme vector)
  (alias-for (srfi 133)))

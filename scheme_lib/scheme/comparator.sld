;;; (scheme comparator): comparators, SRFI 128 under its name in R7RS-large.

(define-library (scheme comparator)
  (alias-for (srfi 128)))

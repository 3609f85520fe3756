;;; (scheme generator): generators and accumulators, SRFI 158 under its name in R7RS-large.

(define-library (scheme generator)
  (alias-for (srfi 158)))

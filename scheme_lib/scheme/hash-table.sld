;;; (scheme hash-table): hash tables, SRFI 125 under its name in R7RS-large.

(define-library (scheme hash-table)
  (alias-for (srfi 125)))

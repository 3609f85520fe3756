;;; (srfi 23): error, the one of R7RS.

(define-library (srfi 23)
  (export error)
  (import (only (scheme base) error)))

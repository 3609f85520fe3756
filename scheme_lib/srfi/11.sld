;;; (srfi 11): let-values, the one of R7RS.

(define-library (srfi 11)
  (export let-values let*-values)
  (import (only (scheme base) let-values let*-values)))

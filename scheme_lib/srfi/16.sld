;;; (srfi 16): case-lambda, the one of R7RS.

(define-library (srfi 16)
  (export case-lambda)
  (import (only (scheme case-lambda) case-lambda)))

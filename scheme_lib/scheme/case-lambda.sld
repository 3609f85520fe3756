;;; (scheme case-lambda): R7RS 4.2.9.

(define-library (scheme case-lambda)
  (export case-lambda)
  (import (only (engine syntax) case-lambda)))

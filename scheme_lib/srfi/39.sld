;;; (srfi 39): parameter objects, those of R7RS.

(define-library (srfi 39)
  (export make-parameter parameterize)
  (import (only (scheme base) make-parameter parameterize)))

;;; (srfi 9): define-record-type, the one of R7RS.

(define-library (srfi 9)
  (export define-record-type)
  (import (only (scheme base) define-record-type)))

;;; (srfi 0): cond-expand, the one of R7RS.

(define-library (srfi 0)
  (export cond-expand)
  (import (only (scheme base) cond-expand)))

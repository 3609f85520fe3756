;;; (srfi 87): => in case, the one of R7RS.

(define-library (srfi 87)
  (export case => else)
  (import (only (scheme base) case => else)))

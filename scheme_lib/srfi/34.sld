;;; (srfi 34): exceptions, those of R7RS.

(define-library (srfi 34)
  (export guard raise with-exception-handler => else)
  (import (only (scheme base) guard raise with-exception-handler => else)))

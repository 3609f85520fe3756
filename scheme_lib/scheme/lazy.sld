;;; (scheme lazy): R7RS 4.2.5.

(define-library (scheme lazy)
  (export delay delay-force force make-promise promise?)
  (import (engine control)))

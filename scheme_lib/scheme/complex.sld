;;; (scheme complex): R7RS 6.2.6.

(define-library (scheme complex)
  (export angle imag-part magnitude make-polar make-rectangular real-part)
  (import (engine primitives)))

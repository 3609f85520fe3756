;;; (scheme time): R7RS 6.14.

(define-library (scheme time)
  (export current-jiffy current-second jiffies-per-second)
  (import (engine primitives)))

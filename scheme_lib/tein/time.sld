;;; (tein time): the clocks of (scheme time) under another name.

(define-library (tein time)
  (export current-jiffy current-second jiffies-per-second)
  (import (scheme time)))

;;; (scheme inexact): R7RS 6.2.6.

(define-library (scheme inexact)
  ;; exponential and trigonometric functions
  (export acos asin atan cos exp log sin sqrt tan)
  ;; kinds of inexact numbers
  (export finite? infinite? nan?)
  (import (engine primitives)))

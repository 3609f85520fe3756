;;; (scheme read): R7RS 6.13.2.

(define-library (scheme read)
  (export read)
  (import (only (engine primitives) read)))

;;; (srfi 6): string ports, those of R7RS.

(define-library (srfi 6)
  (export open-input-string open-output-string
          get-output-string)
  (import (only (scheme base) open-input-string open-output-string
                get-output-string)))

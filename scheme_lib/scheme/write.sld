;;; (scheme write): R7RS 6.13.3.

(define-library (scheme write)
  ;; external forms
  (export display write write-shared write-simple)
  (import (only (engine primitives) display write write-shared write-simple)))

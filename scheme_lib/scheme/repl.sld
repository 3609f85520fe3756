;;; (scheme repl): R7RS 6.12.

(define-library (scheme repl)
  (export interaction-environment)
  (import (only (engine primitives) interaction-environment)))

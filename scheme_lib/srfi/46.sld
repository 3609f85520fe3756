;;; (srfi 46): syntax-rules with an ellipsis of one's own, the one of R7RS.

(define-library (srfi 46)
  (export syntax-rules)
  (import (only (scheme base) syntax-rules)))

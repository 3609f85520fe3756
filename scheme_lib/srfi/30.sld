;;; (srfi 30): nested comments, which the reader knows anyway. No names.

(define-library (srfi 30))

;;; (srfi 62): comments of one datum, which the reader knows anyway. No names.

(define-library (srfi 62))

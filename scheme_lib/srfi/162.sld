;;; (srfi 162): what (srfi 128) has beyond SRFI 128 itself: ready comparators,
;;; the greatest and the least.

(define-library (srfi 162)
  ;; the greatest and the least
  (export comparator-max comparator-min comparator-max-in-list
          comparator-min-in-list)
  ;; ready comparators
  (export default-comparator boolean-comparator real-comparator
          char-comparator char-ci-comparator string-comparator
          string-ci-comparator pair-comparator
          list-comparator vector-comparator
          eq-comparator eqv-comparator equal-comparator)
  (import (srfi 128)))

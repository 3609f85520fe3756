;;; (srfi 128): comparators, complete, with those of SRFI 162. A comparator holds a type test, an
;;; equality, an order and a hash function that fit together.

(define-library (srfi 128)
  ;; predicates
  (export comparator? comparator-ordered? comparator-hashable?)
  ;; constructors
  (export make-comparator make-pair-comparator make-list-comparator
          make-vector-comparator make-eq-comparator make-eqv-comparator
          make-equal-comparator)
  ;; hash functions
  (export boolean-hash char-hash char-ci-hash string-hash string-ci-hash
          symbol-hash number-hash hash-bound hash-salt)
  ;; the default comparator
  (export make-default-comparator default-hash comparator-register-default!)
  ;; parts and invokers
  (export comparator-type-test-predicate comparator-equality-predicate
          comparator-ordering-predicate comparator-hash-function
          comparator-test-type comparator-check-type comparator-hash)
  ;; comparison
  (export =? <? >? <=? >=? comparator-if<=>)
  ;; SRFI 162: the greatest and the least, ready comparators
  (export comparator-max comparator-min comparator-max-in-list
          comparator-min-in-list default-comparator boolean-comparator
          real-comparator char-comparator char-ci-comparator
          string-comparator string-ci-comparator pair-comparator
          list-comparator
          vector-comparator eq-comparator eqv-comparator
          equal-comparator)
  (import (scheme base) (scheme char) (scheme complex) (scheme inexact)
          (scheme case-lambda)
          (only (engine primitives) equal-hash eqv-hash string-hash
                string-ci-hash symbol-hash number-hash %set-world-setting!
                %default-order %default-same %known-comparison
                %comparing %same-in
                %order-of-pairs %order-of-lists %order-of-vectors
                %order-of-anything %world-setting))
  (include "128/comparator.scm" "128/default.scm" "128/ready.scm"))

;;; (srfi 133): the vector library, complete.

(define-library (srfi 133)
  ;; constructors
  (export make-vector vector vector-unfold vector-unfold-right vector-copy
          vector-reverse-copy vector-append vector-concatenate
          vector-append-subvectors)
  ;; predicates
  (export vector? vector-empty? vector=)
  ;; selectors
  (export vector-ref vector-length)
  ;; iteration
  (export vector-fold vector-fold-right vector-map vector-map!
          vector-for-each vector-count vector-cumulate)
  ;; searching
  (export vector-index vector-index-right vector-skip vector-skip-right
          vector-binary-search vector-any vector-every vector-partition)
  ;; mutators
  (export vector-set! vector-swap! vector-fill! vector-reverse!
          vector-copy! vector-reverse-copy! vector-unfold!
          vector-unfold-right!)
  ;; conversion
  (export vector->list reverse-vector->list list->vector
          reverse-list->vector vector->string string->vector)
  (import (scheme base) (scheme case-lambda)
          (only (engine primitives) %collector %collect %collected-vector
                vector-reverse! %vector-reverse %elements-at %foreseen? %agreeing))
  (include "133/build.scm" "133/walk.scm"))

;;; (srfi 158): generators and accumulators, complete. A generator is a
;;; procedure of no argument that ends with end-of-file objects.

(define-library (srfi 158)
  ;; constructors
  (export generator circular-generator make-iota-generator
          make-range-generator make-coroutine-generator list->generator
          vector->generator reverse-vector->generator string->generator
          bytevector->generator make-for-each-generator
          make-unfold-generator)
  ;; generators from generators
  (export gcons* gappend gflatten ggroup gmerge gmap gcombine gfilter
          gremove gstate-filter gtake gdrop gtake-while gdrop-while
          gdelete gdelete-neighbor-dups gindex gselect)
  ;; consumers
  (export generator->list generator->reverse-list generator->vector
          generator->vector! generator->string generator-fold
          generator-map->list generator-for-each generator-find
          generator-count generator-any generator-every
          generator-unfold)
  ;; accumulators
  (export make-accumulator count-accumulator list-accumulator
          reverse-list-accumulator vector-accumulator
          reverse-vector-accumulator vector-accumulator!
          string-accumulator bytevector-accumulator
          bytevector-accumulator! sum-accumulator product-accumulator)
  (import (scheme base) (scheme case-lambda)
          (only (engine primitives) %collector %collect %collected
                %collected-reversed %collected-vector list->generator
                vector->generator reverse-vector->generator
                string->generator bytevector->generator %generator-counted
                %generators-joined %generator-first %generator-rest
                %generator-taken %members-string
                list-accumulator reverse-list-accumulator
                vector-accumulator reverse-vector-accumulator
                string-accumulator bytevector-accumulator
                %native-coroutine %rebased %way-back))
  (include "158/make.scm" "158/change.scm" "158/consume.scm"))

;;; (srfi 95): sorting and merging with optional keys. A sequence is a list
;;; or a vector. As in chibi-scheme, the order may be left out: it is then that
;;; of the default comparator of SRFI 128.

(define-library (srfi 95)
  (export sorted? merge merge! sort sort!)
  (import (scheme base)
          (scheme case-lambda)
          (only (srfi 128) <? default-comparator)
          (only (srfi 132) list-sorted? list-merge list-stable-sort
                vector-sorted? vector-stable-sort vector-stable-sort!)
          (only (engine primitives) %comparison-by %foreseen? %known-comparison
                %list-sort-by-primitive %list-sorted %sort-by-primitive))
  (include "95.scm"))

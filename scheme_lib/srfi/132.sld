;;; (srfi 132): sort libraries. The order is (< element element), given first.

(define-library (srfi 132)
  ;; is it sorted?
  (export list-sorted? vector-sorted?)
  ;; sorting
  (export list-sort list-stable-sort list-sort! list-stable-sort!
          vector-sort vector-stable-sort vector-sort! vector-stable-sort!)
  ;; merging
  (export list-merge list-merge! vector-merge vector-merge!)
  ;; deleting duplicate neighbours
  (export list-delete-neighbor-dups list-delete-neighbor-dups!
          vector-delete-neighbor-dups vector-delete-neighbor-dups!)
  ;; median, selection, separation
  (export vector-find-median vector-find-median! vector-select!
          vector-separate!)
  (import (scheme base) (scheme case-lambda)
          (only (engine primitives) %sort-by-primitive
                %list-sort-by-primitive %list-sorted %known-comparison
                %foreseen?))
  (include "132/sort.scm" "132/more.scm"))

;;; (srfi 125): hash tables, complete, deprecated names included. Entries stay
;;; in the order in which their keys came.

(define-library (srfi 125)
  ;; constructors
  (export make-hash-table hash-table hash-table-unfold alist->hash-table)
  ;; predicates
  (export hash-table? hash-table-contains? hash-table-exists?
          hash-table-empty? hash-table=? hash-table-mutable?)
  ;; access
  (export hash-table-ref hash-table-ref/default)
  ;; mutation
  (export hash-table-set! hash-table-delete! hash-table-intern!
          hash-table-update! hash-table-update!/default hash-table-pop!
          hash-table-clear!)
  ;; the whole table
  (export hash-table-size hash-table-keys hash-table-values
          hash-table-entries hash-table-find hash-table-count)
  ;; mapping and folding
  (export hash-table-map hash-table-for-each hash-table-walk
          hash-table-map! hash-table-map->list hash-table-fold
          hash-table-prune!)
  ;; copying and conversion
  (export hash-table-copy hash-table-empty-copy hash-table->alist)
  ;; tables as sets
  (export hash-table-union! hash-table-merge! hash-table-intersection!
          hash-table-difference! hash-table-xor!)
  ;; hash functions and reflection (deprecated)
  (export hash string-hash string-ci-hash hash-by-identity
          hash-table-equivalence-function hash-table-hash-function)
  (import (scheme base) (scheme char) (scheme case-lambda)
          (only (srfi 128) comparator? comparator-equality-predicate
                comparator-hashable? comparator-hash-function
                make-default-comparator)
          (only (engine primitives) hash string-hash string-ci-hash
                hash-by-identity number-hash %make-hash-table
                %hash-table-over %hash-table-compared
                %hash-table-equality %hash-table-extended! %hash-tables-agree %foreseen?
                %tables-may-ask!
                %hash-table-sameness %hash-table-ref %hash-table-at
                %hash-table-delete!
                %hash-table-entries %alist-entries %entries-end
                %entry-key %entry-value %hash-table-first %hash-table-combined!
                %hash-table-filled %hash-table-filled-over
                %world-setting %collector %collect
                %collected)
          (prefix (only (engine primitives) hash-table? hash-table-set!
                        hash-table-clear! hash-table-size
                        hash-table-empty? hash-table-keys
                        hash-table-values hash-table-contains?
                        hash-table->alist hash-table-copy
                        hash-table-empty-copy)
                  %))
  (include "125/table.scm" "125/walk.scm"))

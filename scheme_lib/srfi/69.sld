;;; (srfi 69): basic hash tables. The tables and procedures are those of
;;; (srfi 125), which understands both orders of arguments.

(define-library (srfi 69)
  ;; constructors
  (export make-hash-table alist->hash-table)
  ;; reflection
  (export hash-table? hash-table-equivalence-function
          hash-table-hash-function)
  ;; single entries
  (export hash-table-ref hash-table-ref/default hash-table-set!
          hash-table-delete! hash-table-exists? hash-table-update!
          hash-table-update!/default)
  ;; the whole table
  (export hash-table-size hash-table-keys hash-table-values
          hash-table-walk hash-table-fold hash-table->alist hash-table-copy
          hash-table-merge!)
  ;; hash functions
  (export hash string-hash string-ci-hash hash-by-identity)
  (import (srfi 125)))

;;; (chibi diff): longest common subsequences and what differs. A difference is
;;; a list of three: the elements of a, those of b, and the common ones as
;;; (element index-in-a index-in-b).

(define-library (chibi diff)
  ;; common subsequences
  (export lcs lcs-with-positions)
  ;; differences
  (export diff write-diff diff->string)
  ;; how a run of added, removed or common elements is written
  (export write-line-diffs write-line-diffs/color write-char-diffs
          write-char-diffs/color)
  ;; one side with its edits marked
  (export write-edits edits->string edits->string/color)
  (import (scheme base) (scheme case-lambda) (scheme write)
          (only (srfi 125) make-hash-table hash-table-set!
                hash-table-contains?))
  (include "diff/lcs.scm" "diff/show.scm"))

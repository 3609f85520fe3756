;;; (chibi string): strings by cursors and predicates. A cursor is an index; a
;;; predicate may also be a character, which stands for itself.

(define-library (chibi string)
  ;; cursors
  (export string-cursor? string-cursor-start string-cursor-end
          string-cursor-ref string-cursor<? string-cursor<=?
          string-cursor>? string-cursor>=? string-cursor=?
          string-cursor-next string-cursor-prev substring-cursor
          string-cursor->index string-index->cursor string-cursor-forward
          string-cursor-back)
  ;; predicates
  (export string-null? string-every string-any)
  ;; splitting, joining, trimming
  (export string-join string-split string-count string-trim
          string-trim-left string-trim-right)
  ;; comparing
  (export string-mismatch string-mismatch-right string-prefix?
          string-suffix?)
  ;; searching
  (export string-find string-find-right string-find? string-skip
          string-skip-right string-contains make-string-searcher)
  ;; folding and mapping
  (export string-fold string-fold-right string-map string-for-each)
  ;; case of ASCII letters
  (export string-downcase-ascii string-upcase-ascii)
  ;; string ports
  (export call-with-input-string call-with-output-string)
  (import (scheme base) (scheme case-lambda)
          (rename (except (srfi 130) string-split string-join string-fold)
                  (string-ref/cursor string-cursor-ref)
                  (string-index string-find)
                  (string-index-right string-find-right)
                  (string-trim string-trim-left)
                  (string-trim-both string-trim))
          (prefix (only (srfi 130) string-join) %)
          (only (engine primitives)
                %foreseen? %string-has? %string-split-by %string-ascii-case
                %collector %collect %collected))
  (include "string.scm"))

;;; (srfi 130): the cursor-based string library, complete. A cursor is an
;;; index: strings of this engine have constant-time access.

(define-library (srfi 130)
  ;; cursors
  (export string-cursor? string-cursor-start string-cursor-end
          string-cursor-next string-cursor-prev string-cursor-forward
          string-cursor-back string-cursor=? string-cursor<?
          string-cursor>? string-cursor<=? string-cursor>=?
          string-cursor-diff string-cursor->index string-index->cursor)
  ;; predicates
  (export string-null? string-every string-any)
  ;; constructors
  (export string-tabulate string-unfold string-unfold-right)
  ;; conversion
  (export string->list/cursors string->vector/cursors reverse-list->string
          string-join)
  ;; selection
  (export string-ref/cursor substring/cursors string-copy/cursors
          string-take string-take-right string-drop string-drop-right
          string-pad string-pad-right string-trim string-trim-right
          string-trim-both)
  ;; prefixes and suffixes
  (export string-prefix-length string-suffix-length string-prefix?
          string-suffix?)
  ;; searching
  (export string-index string-index-right string-skip string-skip-right
          string-contains string-contains-right)
  ;; the whole string
  (export string-reverse string-concatenate string-concatenate-reverse
          string-fold string-fold-right string-for-each-cursor
          string-replicate string-count string-replace string-split
          string-filter string-remove)
  (import (scheme base) (scheme char) (scheme case-lambda)
          (only (engine primitives) %string-find %string-find-last
                %separable? %string-join %string-prefix?
                %string-suffix? %string-split
                %foreseen? %string-has? %span %string-index %string-index-right
                %string-skip %string-skip-right %string-trim
                %string-trim-right %string-trim-both %string-count
                %string-sifted %string-reverse %string-agreeing
                %string-replicate %string-pad %string-pad-right
                %string-concatenate %collector %collect %collect-part
                %collected-string %collected-parts))
  (include "130/cursor.scm" "130/search.scm" "130/whole.scm"))

;;; (srfi 115): regular expressions as S-expressions, in linear time, on RE2:
;;; without look-around and back references. The leftmost longest match is
;;; found.

(define-library (srfi 115)
  ;; regular expressions
  (export regexp rx regexp? valid-sre? regexp->sre char-set->sre)
  ;; matching and searching
  (export regexp-matches regexp-matches? regexp-search)
  ;; all matches of a string
  (export regexp-fold regexp-extract regexp-split regexp-partition
          regexp-replace regexp-replace-all)
  ;; parts of a match
  (export regexp-match? regexp-match-count regexp-match-submatch
          regexp-match-submatch-start regexp-match-submatch-end
          regexp-match->list)
  (import (scheme base) (scheme case-lambda)
          (only (engine primitives) %sre-compile %sre? %sre-valid?
                %sre-source %sre-match %sre-match? %sre-search %sre-matches
                %match? %match-count %match-submatch %match-start %match-end
                %match-after %match-texts %sre-texts %sre-between %sre-partition
                %sre-replaced %sre-filled %foreseen?
                %collector %collect %collected))
  (include "115.scm"))

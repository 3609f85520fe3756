;;; (scheme cxr): compositions of three and four car and cdr (R7RS 6.4).

(define-library (scheme cxr)
  ;; three
  (export caaar caadr cadar caddr cdaar cdadr cddar cdddr)
  ;; four
  (export caaaar caaadr caadar caaddr cadaar cadadr caddar cadddr
    cdaaar cdaadr cdadar cdaddr cddaar cddadr cdddar cddddr)
  (import (engine primitives)))

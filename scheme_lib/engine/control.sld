;;; Control: continuations, dynamic environment, errors, promises.
;;; The state changes are primitives; what calls procedures is here, so that a continuation can be captured inside.
(define-library (engine control)
  (export
    ;; procedures and continuations (R7RS 6.10)
    apply values call-with-values call/cc call-with-current-continuation
    dynamic-wind
    ;; errors (R7RS 6.11)
    with-exception-handler raise raise-continuable error guard
    ;; parameters (R7RS 4.2.6)
    make-parameter parameterize
    ;; promises (R7RS 4.2.5)
    delay delay-force make-promise promise? force)
  (import (engine primitives) (engine syntax))
  (include "control.scm"))

;;; (srfi 145): assumptions.

(define-library (srfi 145)
  (export assume)
  (import (only (scheme base) define-syntax error or quote syntax-rules))
  (begin
    ;;> (assume expr irritant ...) -> the value of expr, an error if it is #f
    ;;> (assume (memq 'b '(a b c))) => (b c)
    (define-syntax assume
      (syntax-rules ()
        ((_ expr irritant ...)
         (or expr
             (error "assume: it is false:" 'expr irritant ...)))))))

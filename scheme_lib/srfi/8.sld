;;; (srfi 8): receive.

(define-library (srfi 8)
  (export receive)
  (import (scheme base))
  (begin
    ;;> (receive formals expr body ...) binds the values of expr
    ;;> (receive (q . more) (floor/ 7 2) (list q more)) => (3 (1))
    (define-syntax receive
      (syntax-rules ()
        ((_ formals expr body ...)
         (call-with-values (lambda () expr)
                           (lambda formals body ...)))))))

;;; (srfi 31): rec, a procedure that may call itself.

(define-library (srfi 31)
  (export rec)
  (import (only (scheme base) define-syntax lambda letrec syntax-rules))
  (begin
    ;;> (rec (name . formals) body ...), (rec name expr) -> the value, to which
    ;;> it may refer by its name
    ;;> ((rec (f n) (if (= n 0) 1 (* n (f (- n 1))))) 5) => 120
    (define-syntax rec
      (syntax-rules ()
        ((_ (name . formals) body ...)
         (letrec ((name (lambda formals body ...))) name))
        ((_ name expr)
         (letrec ((name expr)) name))))))

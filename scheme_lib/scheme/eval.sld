;;; (scheme eval): R7RS 6.12. Definitions may be evaluated in the environment
;;; of the program; those that `environment` makes are immutable.

(define-library (scheme eval)
  (export environment eval)
  (tier unsandboxed)
  (import (scheme base)
          (only (engine primitives) %environment %prepare))
  (begin
    ;;> (environment import-set ...) -> an immutable environment with what they
    ;;> yield
    ;;> (eval '(* 7 3) (environment '(scheme base))) => 21
    ;;> (eval '(m:list 1) (environment '(prefix (scheme base) m:))) => (1)
    (define (environment . import-sets) (%environment import-sets))

    ;;> (eval expression [environment]) -> the values of the expression, or
    ;;> of the definition; without an environment in that of the program
    ;;> (eval '(let ((x 2)) (* x x)) (environment '(scheme base))) => 4
    (define (eval expression . environment)
      ((%prepare expression (and (pair? environment) (car environment)))))))

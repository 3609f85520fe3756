;;; (scheme load): R7RS 6.14.

(define-library (scheme load)
  (export load)
  (tier unsandboxed)
  (import (scheme base)
          (only (engine primitives) %prepare-file))
  (begin
    ;;> (load filename [environment]) runs the program in the file; without an
    ;;> environment in that of the running program. A definition holds in the
    ;;> whole file.
    (define (load filename . environment)
      ((%prepare-file filename
                      (and (pair? environment) (car environment)))))))

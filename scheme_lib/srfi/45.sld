;;; (srfi 45): delay and lazy, made of those of R7RS.

(define-library (srfi 45)
  (export delay lazy force eager)
  (import (only (scheme base) define define-syntax syntax-rules)
          (only (scheme lazy) delay delay-force force))
  (begin
    ;;> (lazy expr) -> a promise of what the promise that expr gives will give
    ;;> (force (lazy (delay 5))) => 5
    (define-syntax lazy
      (syntax-rules ()
        ((_ expr) (delay-force expr))))

    ;;> (eager x) -> a promise of x, also where that is a promise itself
    ;;> (force (force (eager (delay 5)))) => 5
    (define (eager x) (delay x))))

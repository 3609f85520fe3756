;;; (srfi 38): shared structure written and read, as R7RS does.

(define-library (srfi 38)
  (export write-with-shared-structure write/ss
          read-with-shared-structure read/ss)
  (import (scheme base) (scheme case-lambda)
          (only (scheme read) read) (only (scheme write) write-shared))
  (begin
    ;;> (write-with-shared-structure x [port [ignored]]), (write/ss x [port
    ;;> [ignored]]) writes x with labels for what is shared
    ;;> (let ((x (list 1)) (out (open-output-string))) (write/ss (list x x) out)
    ;;>   (get-output-string out)) => "(#0=(1) #0#)"
    (define write-with-shared-structure
      (case-lambda
        ((x) (write-shared x))
        ((x port) (write-shared x port))
        ((x port ignored) (write-shared x port))))
    (define write/ss write-with-shared-structure)

    ;;> (read-with-shared-structure [port]), (read/ss [port]) -> the next datum
    ;;> (let ((x (read/ss (open-input-string "#0=(a . #0#)")))) (eq? x (cdr x)))
    ;;>   => #t
    (define read-with-shared-structure
      (case-lambda
        (() (read))
        ((port) (read port))))
    (define read/ss read-with-shared-structure)))

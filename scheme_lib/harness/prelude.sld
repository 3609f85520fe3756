;;; (harness prelude): what hook files find under the names of R5RS.

(define-library (harness prelude)
  (export exact->inexact inexact->exact)
  (import (scheme base))
  (begin
    (define exact->inexact inexact)
    (define inexact->exact exact)))

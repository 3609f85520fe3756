;;; (chibi): the start of many programs for chibi-scheme, as far as a sandboxed
;;; program has it: R7RS without files and processes, and a few names beside it.

(define-library (chibi)
  (export any call-with-input-string call-with-output-string every
          exact->inexact find find-tail inexact->exact)
  (alias-for (scheme base) (scheme case-lambda) (scheme char) (scheme complex)
             (scheme cxr) (scheme inexact) (scheme lazy) (scheme read)
             (scheme time) (scheme write))
  (import (rename (only (scheme base) exact inexact)
                  (exact inexact->exact) (inexact exact->inexact))
          (only (chibi string) call-with-input-string call-with-output-string)
          (only (srfi 1) any every find find-tail)))

;;; (chibi): the start of many programs for chibi-scheme, as far as a sandboxed
;;; program has it: R7RS without files and processes.

(define-library (chibi)
  (alias-for (scheme base) (scheme case-lambda) (scheme char) (scheme complex)
             (scheme cxr) (scheme inexact) (scheme lazy) (scheme read)
             (scheme time) (scheme write)))

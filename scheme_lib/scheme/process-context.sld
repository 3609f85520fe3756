;;; (scheme process-context): R7RS 6.14.

(define-library (scheme process-context)
  ;; the end of the program
  (export emergency-exit exit)
  ;; what it was started with
  (export command-line get-environment-variable get-environment-variables)
  (tier unsandboxed)
  (import (engine primitives)))

;;; (srfi 98): environment variables.

(define-library (srfi 98)
  (export get-environment-variable get-environment-variables)
  (tier unsandboxed)
  (import (only (scheme process-context) get-environment-variable
                get-environment-variables)))

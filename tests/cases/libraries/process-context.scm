;;; (scheme process-context), (srfi 98): an unsandboxed program sees what the host gives.
(import (scheme base) (scheme process-context) (prefix (srfi 98) env:))
(list? (command-line)) ; => #t
(get-environment-variable "NO_SUCH_VARIABLE_HERE") ; => #f
(env:get-environment-variable "NO_SUCH_VARIABLE_HERE") ; => #f
(list? (get-environment-variables)) ; => #t
(list? (env:get-environment-variables)) ; => #t
(map procedure? (list exit emergency-exit)) ; => (#t #t)

;;; No credential is written into a file.

(import (harness secrets))

(define-hook pre_tool (arguments)
  (if (any (lambda (key) (has-secret? (payload-ref arguments key "")))
           '("content" "new" "command"))
      (block "There is a credential in this: read it from the environment.")
      (no-opinion)))

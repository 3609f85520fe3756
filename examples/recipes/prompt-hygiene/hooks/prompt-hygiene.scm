;;; A credential in a prompt stays with the user.

(import (harness secrets))

(define-hook pre_message (prompt)
  (if (has-secret? prompt)
      (block "There is a credential in your prompt; take it out.")
      (no-opinion)))

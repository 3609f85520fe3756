(import (only (harness answers) payload-ref))

(define (shell command)
  (fire 'pre_tool
    `(("tool_name" . "shell_exec") ("arguments" ("command" . ,command)))))

(test #t (payload-ref (shell "git push origin main") "block"))
(test #t (payload-ref (shell "git push origin HEAD:main") "block"))
(test '() (shell "git push origin feature"))
(test '() (shell "git log main"))

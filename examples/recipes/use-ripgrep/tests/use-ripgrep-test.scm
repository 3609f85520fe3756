(import (only (harness answers) payload-ref))

(define (shell command)
  (fire 'pre_tool
    `(("tool_name" . "shell_exec") ("arguments" ("command" . ,command)))))

(test #t (payload-ref (shell "grep -rn TODO .") "block"))
(test '() (shell "ps | grep python"))
(test '() (shell "rg TODO"))

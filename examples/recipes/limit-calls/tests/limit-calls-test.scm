(import (only (harness answers) payload-ref))

(define (shell)
  (fire 'pre_tool
    '(("tool_name" . "shell_exec") ("arguments" ("command" . "ls")))))

(let loop ((n 20))
  (if (> n 0) (begin (test '() (shell)) (loop (- n 1)))))
(test #t (payload-ref (shell) "block"))
(fire 'pre_message
  '(("prompt" . "go on") ("context_name" . "main") ("summary" . "")))
(test '() (shell))

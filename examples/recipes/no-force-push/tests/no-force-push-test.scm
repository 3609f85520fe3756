(import (only (harness answers) payload-ref))

(define (shell command)
  (fire 'pre_tool
    `(("tool_name" . "shell_exec") ("arguments" ("command" . ,command)))))

(test #t (payload-ref (shell "git push --force origin main") "block"))
(test #t (payload-ref (shell "cd x && sudo git -C y push -f") "block"))
(test '() (shell "git push --force-with-lease"))
(test '() (shell "echo 'git push --force'"))

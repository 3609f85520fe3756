(import (only (harness answers) payload-ref))

(define (shell command)
  (fire 'pre_tool
    `(("tool_name" . "shell_exec") ("arguments" ("command" . ,command)))))

(test #t (payload-ref (shell "rm -rf src") "block"))
(test #t (payload-ref (shell "rm -rf $HOME") "block"))
(test #t (payload-ref (shell "rm -rf 'x") "block"))
(test '() (shell "rm -rf build dist/old"))
(test '() (shell "rm notes.txt"))

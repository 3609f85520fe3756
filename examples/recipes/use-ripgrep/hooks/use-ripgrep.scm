;;; Say what to do instead: `rg` in place of `grep -r`.

(import (harness shell))

(define-hook pre_tool (tool_name arguments)
  (let ((commands (if (equal? tool_name "shell_exec")
                      (shell-commands (payload-ref arguments "command" ""))
                      '())))
    (if (and (list? commands) (any searches-a-tree? commands))
        (block "Use rg PATTERN: it leaves out what .gitignore names.")
        (no-opinion))))

(define (searches-a-tree? command)
  (and (equal? (command-name command) "grep")
       (flag? command "r" "R" "recursive")))

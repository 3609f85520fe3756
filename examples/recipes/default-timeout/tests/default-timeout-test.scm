(import (only (harness answers) payload-ref))

(define (shell . arguments)
  (fire 'pre_tool
    `(("tool_name" . "shell_exec") ("arguments" . ,arguments))))

(test 60 (payload-ref (shell '("command" . "make")) "arguments.timeout"))
(test "make" (payload-ref (shell '("command" . "make")) "arguments.command"))
(test '() (shell '("command" . "make") '("timeout" . 5)))

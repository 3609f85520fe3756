(import (only (harness answers) payload-ref))

(define (call name)
  (fire 'pre_tool `(("tool_name" . ,name) ("arguments"))))

(test '() (call "mcp:github/list_issues"))
(test #t (payload-ref (call "mcp:evil/run") "block"))
(test '() (call "shell_exec"))

(import (only (harness answers) payload-ref))

(define (call tool key value)
  (fire 'pre_tool
    `(("tool_name" . ,tool) ("cwd" . "/p") ("arguments" (,key . ,value)))))

(test #t (payload-ref (call "file_write" "path" ".env") "block"))
(test #t (payload-ref (call "file_edit" "path" "/p/poetry.lock") "block"))
(test #t (payload-ref (call "shell_exec" "command" "cp x .github/ci.yml") "block"))
(test '() (call "file_read" "path" ".env"))
(test '() (call "file_write" "path" ".env.example"))
(test '() (call "file_write" "path" "src/main.py"))

(import (only (harness answers) payload-ref))

(define (write content)
  (fire 'pre_tool
    `(("tool_name" . "file_write")
      ("arguments" ("path" . "x") ("content" . ,content)))))

(test #t (payload-ref (write "export TOKEN=abcdefgh1234") "block"))
(test '() (write "export TOKEN=$(pass show x)"))

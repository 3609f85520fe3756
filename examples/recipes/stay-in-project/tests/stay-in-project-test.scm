(import (only (harness answers) payload-ref))

(define (write path)
  (fire 'pre_tool
    `(("tool_name" . "file_write") ("cwd" . "/work/p")
      ("arguments" ("path" . ,path) ("content" . "x")))))

(test #t (payload-ref (write "/etc/hosts") "block"))
(test #t (payload-ref (write "../q/x") "block"))
(test #t (payload-ref (write "/work/project2/x") "block"))
(test '() (write "src/../x"))

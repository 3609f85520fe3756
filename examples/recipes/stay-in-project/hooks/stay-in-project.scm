;;; No file outside of the project is written.

(import (harness paths))

(define-hook pre_tool payload
  (let ((project (payload-ref payload "cwd")))
    (if (and project
             (member (payload-ref payload "tool_name")
                     '("file_write" "file_edit"))
             (not (every (lambda (path) (path-inside? path project))
                         (tool-paths payload))))
        (block "Write inside the project only.")
        (no-opinion))))

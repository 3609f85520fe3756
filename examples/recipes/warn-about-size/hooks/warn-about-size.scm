;;; The user is told when a very large file is written.

(define-hook pre_tool (tool_name arguments)
  (let ((content (payload-ref arguments "content" "")))
    (if (and (equal? tool_name "file_write")
             (> (string-length content) 100000))
        (warn (string-append "a large file: " (payload-ref arguments "path" "?")))
        (no-opinion))))

;;; Refuses shell commands that delete whole trees.

(define (command-of payload)
  (let ((command (assoc "command" (cdr (assoc "arguments" payload)))))
    (if command (cdr command) "")))

(define (dangerous? payload)
  (and (equal? (cdr (assoc "tool_name" payload)) "shell_exec")
       (string-contains (command-of payload) "rm -rf")))

(register-hook 'pre_tool
  (lambda (payload)
    (if (dangerous? payload)
        '(("block" . #t)
          ("message" . "rm -rf is not allowed; move things to the trash instead"))
        '())))

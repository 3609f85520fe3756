;;; Keeps the agent from overwriting other people's work.

(define (command-of payload)
  (let ((command (assoc "command" (cdr (assoc "arguments" payload)))))
    (if command (cdr command) "")))

(register-hook 'pre_tool
  (lambda (payload)
    (if (string-contains (command-of payload) "push --force ")
        '(("block" . #t)
          ("message" . "Use --force-with-lease, so that nobody's commits are lost."))
        '())))

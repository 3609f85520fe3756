;;; After a risky tool the user has the word, and the agent has less fuel left.

(define risky '("shell_exec" "write_file" "delete_file"))

(define (risky? call)
  (member (cdr (assoc "name" call)) risky))

(register-hook 'post_tool_batch
  (lambda (payload)
    (if (any risky? (cdr (assoc "tool_calls" payload)))
        '(("fallback" . "call_user") ("fuel_delta" . -5))
        '())))

;;; Offers the model only the tools that fit the context.

(register-hook 'pre_api_tools
  (lambda (payload)
    (if (equal? (cdr (assoc "context_name" payload)) "safe")
        '(("include" "update_goals" "update_reflection"))
        '(("exclude" "file_head" "file_tail" "file_lines" "file_grep")))))

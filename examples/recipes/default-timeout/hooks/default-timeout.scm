;;; Every command has a time limit.

(define-hook pre_tool ((tool_name "") . payload)
  (if (and (equal? tool_name "shell_exec")
           (not (payload-ref payload "arguments.timeout")))
      (rewrite-argument payload "timeout" 60)
      (no-opinion)))

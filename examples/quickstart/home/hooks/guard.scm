;;; Keeps the agent from overwriting other people's work.

(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "push --force ")
      (block "Use --force-with-lease, so that nobody's commits are lost.")
      (no-opinion)))

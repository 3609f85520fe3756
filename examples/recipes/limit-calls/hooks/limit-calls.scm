;;; At most twenty commands for one prompt.

(define most 20)
(define made 0)

(define-hook pre_message ()
  (set! made 0)
  (no-opinion))

(define-hook pre_tool (tool_name)
  (if (equal? tool_name "shell_exec") (set! made (+ made 1)))
  (if (> made most)
      (block "That is enough for one prompt: say how far you are.")
      (no-opinion)))

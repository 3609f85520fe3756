;;; Whoever has changed code runs the tests before the turn ends.
;;;
;;; A hook file remembers between its calls; that ends when it is saved anew.

(define untested #f)

(define-hook post_tool (tool_name (arguments '()))
  (cond ((member tool_name '("file_write" "file_edit"))
         (set! untested #t))
        ((and (equal? tool_name "shell_exec")
              (string-contains (payload-ref arguments "command" "") "make test"))
         (set! untested #f)))
  (no-opinion))

(define-hook pre_stop ()
  (if untested
      (keep-going "Run `make test` first: code has changed since.")
      (no-opinion)))

;;; Keep other people's commits: no `git push --force`.
;;;
;;; shell-commands sees through sudo, sh -c, pipes and quotes.

(import (harness shell))

(define-hook pre_tool (tool_name arguments)
  (if (and (equal? tool_name "shell_exec")
           (any force-push?
                (commands-of (payload-ref arguments "command" ""))))
      (block "Use --force-with-lease, so that nobody's commits are lost.")
      (no-opinion)))

(define (force-push? command)
  (and (equal? (command-name command) "git")
       (member "push" (subcommand command))
       (flag? command "f" "force")))

;; A text that is no command line has none.
(define (commands-of text)
  (let ((commands (shell-commands text)))
    (if (unparsed? commands) '() commands)))

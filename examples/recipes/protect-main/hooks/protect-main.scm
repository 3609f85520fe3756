;;; Nobody commits to main: work goes to a branch.

(import (harness shell))

(define-hook pre_tool (tool_name arguments)
  (if (and (equal? tool_name "shell_exec")
           (any pushes-to-main?
                (commands-of (payload-ref arguments "command" ""))))
      (block "Push to a branch, and open a pull request.")
      (no-opinion)))

(define (pushes-to-main? command)
  (and (equal? (command-name command) "git")
       (member "push" (subcommand command))
       (any main? (subcommand command))))

(define (main? word)
  (and (string? word)
       (or (string=? word "main")
           (string-suffix? ":main" word))))

(define (commands-of text)
  (let ((commands (shell-commands text)))
    (if (unparsed? commands) '() commands)))

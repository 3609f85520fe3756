;;; The user is asked before packages are installed.

(import (harness shell))

(define installers
  '(("npm" "install" "i" "add") ("pip" "install") ("cargo" "add" "install")
    ("brew" "install") ("apt" "install") ("apt-get" "install")))

(define-hook pre_tool (tool_name arguments)
  (if (and (equal? tool_name "shell_exec")
           (any installs?
                (commands-of (payload-ref arguments "command" ""))))
      (ask "This installs packages.")
      (no-opinion)))

(define (installs? command)
  (let ((known (assoc (command-name command) installers))
        (words (subcommand command)))
    (and known (pair? words) (member (car words) (cdr known)))))

(define (commands-of text)
  (let ((commands (shell-commands text)))
    (if (unparsed? commands) '() commands)))

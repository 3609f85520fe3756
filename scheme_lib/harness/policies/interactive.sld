;;; (harness policies interactive)

(define-library (harness policies interactive)
  (export interactive)
  (import (scheme base) (harness policy) (srfi 1) (tein safe-regexp)
          (harness shell))
  (begin
    (define-policy interactive
      "No command is started that waits for somebody at a terminal, or never ends."
      (parameters
       (endless #t "are servers and watchers objected to, too?"))
      (pre_tool payload
        (judge-commands payload "\\b(vim?|nano|less)\\b"
          (lambda (command)
            (cond ((waits? command)
                   (object #f (told "this waits for somebody at a terminal: "
                                    (command-source command))))
                  ((and endless (endless? command)
                        (not (in-background? payload)))
                   (object 'endless (told "this does not end: "
                                          (command-source command)
                                          "; run it in the background")))
                  (else '())))
          %programs)))

    (define %programs
      '("vi" "vim" "nvim" "nano" "emacs" "pico" "ed" "mc" "less" "more" "man"
        "htop" "top" "btop" "tig" "lazygit" "gdb" "tmux" "screen" "git"
        "python" "python3" "node" "irb" "psql" "mysql" "sqlite3" "ipython"
        "bc" "tail" "watch" "npm" "pnpm" "yarn" "bun" "journalctl" "kubectl"
        "docker" "sleep" "vite" "nodemon" "ngrok"))

    (define (waits? command)
      (let ((name (command-name command)))
        (cond ((member name '("vi" "vim" "nvim" "nano" "emacs" "pico" "ed" "mc"
                              "less" "more" "man" "htop" "top" "btop" "tig" "lazygit"
                              "gdb" "tmux" "screen"))
               (not (or (command-piped? command) (command-fed? command)
                        (flag? command "version" "help" "b" "batch" "d" "es" "E"
                               "s" "headless" "k" "f" "w"))))
              ((equal? name "git")
               (or (and (runs? command "git" "rebase") (flag? command "i" "interactive")
                        (not (assoc "GIT_SEQUENCE_EDITOR" (command-assignments command))))
                   (and (runs? command "git" "add") (flag? command "i" "p" "patch" "interactive"))
                   (and (runs? command "git" "commit") (flag? command "p" "patch" "interactive"))))
              ((member name '("python" "python3" "node" "irb" "psql" "mysql" "sqlite3" "ipython" "bc"))
               (and (null? (command-arguments command)) (not (command-fed? command))))
              (else #f))))

    (define (endless? command)
      (let ((name (command-name command)))
        (cond ((equal? name "tail") (flag? command "f" "F" "follow"))
              ((equal? name "watch") #t)
              ((member name '("npm" "pnpm" "yarn" "bun"))
               (let ((words (subcommand command)))
                 (and (pair? words)
                      (member (if (and (equal? (car words) "run") (pair? (cdr words)))
                                  (cadr words)
                                  (car words))
                              '("dev" "start" "serve" "watch"))
                      #t)))
              ((member name '("journalctl" "kubectl" "docker"))
               (and (or (equal? name "journalctl")
                        (member "logs" (command-words command)))
                    (flag? command "f" "follow")))
              ((equal? name "sleep") (member "infinity" (operands command)))
              ((member name '("vite" "nodemon" "ngrok")) (null? (operands command)))
              (else #f))))

    (define (in-background? payload)
      (regexp-search "&\\s*$|&\\s*(disown|sleep|echo|\\n|[a-z])|\\bnohup\\b|\\bsetsid\\b|\\btimeout\\b"
                     (regexp-replace-all "&&|>&|&>" (or (shell-text payload) "") "  ")))))

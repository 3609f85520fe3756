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
        "docker" "sleep" "vite" "nodemon" "ngrok" "ssh" "crontab" "visudo" "vipw"))

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
                   (and (runs? command "git" "commit") (flag? command "p" "patch" "interactive"))
                   (runs? command "git" "mergetool")))
              ((member name '("python" "python3" "node" "irb" "ipython" "bc"))
               (or (and (null? (command-arguments command)) (not (command-fed? command)))
                   (and (runs-python? name) (interactive? (command-arguments command)))))
              ((member name '("psql" "mysql" "sqlite3" "ssh"))
               (and (not (command-fed? command)) (asks? command name)))
              ((equal? name "crontab") (flag? command "e"))
              ((member name '("visudo" "vipw")) (not (flag? command "c" "check" "V" "version")))
              (else #f))))

    (define (runs-python? name) (member name '("python" "python3" "ipython")))

    ;; -i before the script, not among its own words
    (define (interactive? words)
      (and (pair? words) (equal? (car words) "-i")))

    ;; databases and hosts that are given nothing to do
    (define (asks? command name)
      (cond ((string=? name "sqlite3")
             (let ((words (operands command "cmd" "separator" "init" "newline" "nullvalue")))
               (and (or (null? words) (null? (cdr words)))
                    (not (flag? command "version" "help")))))
            ((string=? name "ssh")
             (let ((words (operands command "B" "b" "c" "D" "E" "e" "F" "I" "i" "J" "L" "l" "m"
                                    "O" "o" "p" "Q" "R" "S" "W" "w")))
               (and (pair? words) (null? (cdr words))
                    (not (flag? command "N" "T" "f" "G" "O" "V" "W")))))
            ((string=? name "psql")
             (not (flag? command "c" "command" "f" "file" "l" "list" "V" "version" "help" "?")))
            (else
             (not (flag? command "e" "execute" "V" "version" "help")))))

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

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
            (cond ((waits? command (command-name command))
                   (object #f (told "this waits for somebody at a terminal: "
                                    (command-source command))))
                  ((and endless (endless? command (command-name command))
                        (not (in-background? payload)))
                   (object 'endless (told "this does not end: "
                                          (command-source command)
                                          "; run it in the background")))
                  (else '())))
          %programs
          %waiting)))

    ;; in all that is objected to this is found: the programs that always wait, and
    ;; others with what makes them wait
    (define %waiting
      (string-append
       "\\b(?:vim?|nvim|nano|emacs|pico|ed|mc|less|more|man|htop|top|btop|tig|lazygit|gdb|tmux|screen"
       "|psql|mysql|sqlite3|ssh|crontab|visudo|vipw|watch|journalctl|kubectl|docker|sleep|vite|nodemon"
       "|ngrok|mergetool)\\b"
       "|(?s:\\bgit\\b.*\\s-(?:-?[ip]|\\w*[ip]))|(?s:\\btail\\b.*\\s-(?:-?f|\\w*f))"
       "|(?s:\\b(?:npm|yarn|pnpm|bun)\\b.*\\b(?:dev|start|serve)\\b)"
       "|\\b(?:python3?|node|irb|ipython|bc)\\s*(?:$|[^\\w\\s./-]|\\s\\d*[<>]|\\s-i\\b|[\\n])"))

    (define %programs
      '("vi" "vim" "nvim" "nano" "emacs" "pico" "ed" "mc" "less" "more" "man"
        "htop" "top" "btop" "tig" "lazygit" "gdb" "tmux" "screen" "git"
        "python" "python3" "node" "irb" "psql" "mysql" "sqlite3" "ipython"
        "bc" "tail" "watch" "npm" "pnpm" "yarn" "bun" "journalctl" "kubectl"
        "docker" "sleep" "vite" "nodemon" "ngrok" "ssh" "crontab" "visudo" "vipw"))

    (define (waits? command name)
      (cond ((string=? name "git") (git-waits? command (command-verb command)))
            ((member name '("python" "python3" "node" "irb" "ipython" "bc"))
             (talks? (command-words command) name command))
            ((member name '("vi" "vim" "nvim" "nano" "emacs" "pico" "ed" "mc"
                            "less" "more" "man" "htop" "top" "btop" "tig" "lazygit"
                            "gdb" "tmux" "screen"))
             (not (or (command-piped? command) (command-fed? command)
                      (flag? command "version" "help" "b" "batch" "d" "es" "E"
                             "s" "headless" "k" "f" "w"))))
            ((member name '("psql" "mysql" "sqlite3" "ssh"))
             (and (not (command-fed? command)) (asks? command name)))
            ((string=? name "crontab") (flag? command "e"))
            ((member name '("visudo" "vipw")) (not (flag? command "c" "check" "V" "version")))
            (else #f)))

    (define (git-waits? command verb)
      (cond ((string=? verb "commit") (flag? command "p" "patch" "interactive"))
            ((string=? verb "add") (flag? command "i" "p" "patch" "interactive"))
            ((string=? verb "rebase")
             (and (flag? command "i" "interactive")
                  (not (assoc "GIT_SEQUENCE_EDITOR" (command-assignments command)))))
            (else (string=? verb "mergetool"))))

    ;; an interpreter without a program, or with -i before it
    (define (talks? words name command)
      (if (null? (cdr words))
          (not (command-fed? command))
          (and (equal? (cadr words) "-i") (member name '("python" "python3" "ipython")))))

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

    (define (endless? command name)
      (cond ((member name '("npm" "pnpm" "yarn" "bun"))
             (or (member (command-verb command) %endless)
                 (let ((words (if (string=? (command-verb command) "run") (subcommand command) '())))
                   (and (pair? words) (pair? (cdr words))
                        (member (cadr words) %endless)))))
            ((string=? name "tail") (flag? command "f" "F" "follow"))
            ((string=? name "watch") #t)
            ((member name '("journalctl" "kubectl" "docker"))
             (and (or (string=? name "journalctl")
                      (member "logs" (command-words command)))
                  (flag? command "f" "follow")))
            ((string=? name "sleep") (member "infinity" (operands command)))
            ((member name '("vite" "nodemon" "ngrok")) (null? (operands command)))
            (else #f)))

    (define %endless '("dev" "start" "serve" "watch"))

    (define (in-background? payload)
      (regexp-search "&\\s*$|&\\s*(disown|sleep|echo|\\n|[a-z])|\\bnohup\\b|\\bsetsid\\b|\\btimeout\\b"
                     (regexp-replace-all "&&|>&|&>" (or (shell-text payload) "") "  ")))))

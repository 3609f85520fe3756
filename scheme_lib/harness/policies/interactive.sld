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
            (cond ((only-tells? command) '())
                  ((waits? command (command-name command) (or (shell-text payload) ""))
                   (object #f (told "this waits for somebody at a terminal: "
                                    (command-source command))))
                  ((and endless (endless? command (command-name command))
                        (not (find-word %keepers (command-through command)))
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
       "|ngrok|mergetool|lua|julia|ghci|iex|scala|jshell|redis-cli|mongosh|s?ftp|telnet|passwd|fzf|ranger|nnn"
       "|runserver|dbshell|createsuperuser|manage\\.py|http\\.server|uvicorn|gunicorn|hypercorn|streamlit|jupyter|nodemon"
       "|create-(?:next-app|react-app|vite|astro|expo-app|t3-app|remix)|phx\\.server|live-server|http-server|json-server|watchexec|cloudflared|wrangler|bootrun|ping|k9s|bpython|dialog|whiptail|podman)\\b|\\bnix\\s+repl\\b|\\bgpg\\b.*-key\\b"
       "|\\b(?:rails|flask|django-admin|next|nuxt|astro|gatsby|ng|hugo|jekyll|webpack|expo|dotnet|cargo|php|remix)\\b.*\\b(?:s|c|run|server|serve|console|shell|dev|start|watch|preview|develop)\\b"
       "|--watch|--interactive|spring-boot:run|\\btsc\\b.*-w|\\bphp\\b.*-[as]|\\b(?:ba|z|k|da|fi)?sh\\s*(?:$|[;&|\n)]|-i|-l)|\\b(?:r|deno|php)\\s*(?:$|[;&|\n)<>])|\\bgit\\b.*\\bcommit(?:\\s+-(?:-?(?:a|all|v|verbose|s|signoff|amend|e|edit|allow-empty|no-verify|n|q|quiet)))*\\s*(?:$|[;&|\n)])|\\b(?:npm|yarn|pnpm|bun)\\s+init\\b|\\bgcloud\\b.*\\bssh\\b"
       "|(?:^|[;&|(\n]|\\b(?:do|then|else)|=\\S*)\\s*read\\b"
       "|\\b(?:gh|npm|pnpm|yarn|docker|podman|az|gcloud|heroku|vercel|netlify|firebase|fly|flyctl|wrangler|railway|supabase|cargo)(?:\\s+-\\S+)*\\s+(?:auth\\s+)?login\\b"
       "|(?s:\\bgit\\b.*\\s-(?:-?[ip]|\\w*[ip]))|(?s:\\btail\\b.*\\s-(?:-?f|\\w*f))"
       "|(?s:\\b(?:npm|yarn|pnpm|bun)\\b.*\\b(?:dev|start|serve)\\b)"
       "|\\b(?:python3?|node|irb|ipython|bc)\\s*(?:$|[^\\w\\s./-]|\\s\\d*[<>]|\\s-i\\b|[\\n])"))

    (define %programs
      '("vi" "vim" "nvim" "nano" "emacs" "pico" "ed" "mc" "less" "more" "man"
        "htop" "top" "btop" "tig" "lazygit" "gdb" "tmux" "screen" "git"
        "python" "python3" "node" "irb" "psql" "mysql" "sqlite3" "ipython"
        "bc" "tail" "watch" "npm" "pnpm" "yarn" "bun" "journalctl" "kubectl"
        "docker" "sleep" "vite" "nodemon" "ngrok" "ssh" "ssh-keygen" "crontab" "visudo" "vipw"
        "lua" "julia" "ghci" "R" "iex" "scala" "jshell" "deno" "php" "redis-cli" "mongosh" "ftp" "sftp"
        "telnet" "passwd" "fzf" "ranger" "nnn" "django-admin" "manage.py" "uvicorn" "gunicorn" "hypercorn"
        "flask" "rails" "next" "nuxt" "astro" "gatsby" "ng" "hugo" "jekyll" "webpack" "expo" "remix" "dotnet"
        "cargo" "jest" "vitest" "tsc" "jupyter" "streamlit" "live-server" "http-server" "json-server"
        "watchexec" "cloudflared" "wrangler" "ping" "gradle" "gradlew" "mvn" "gcloud" "sh" "bash" "zsh"
        "fish" "dash" "docker-compose" "podman" "read" "gh" "az" "aws" "heroku" "vercel" "netlify" "firebase" "fly"
        "flyctl" "wrangler" "railway" "supabase" "create-next-app" "create-react-app" "create-vite" "create-astro"
        "create-expo-app" "create-t3-app" "create-remix" "mix" "k9s" "bpython" "dialog" "whiptail" "nix" "gpg"))

    ;; what they run has a terminal of its own; whether they themselves wait is
    ;; another question
    (define %keepers "^(tmux|screen|zellij|dtach|abduco|daemon|daemonize|start-stop-daemon|systemd-run|at|batch|pm2)$")

    ;; git config core.pager 'less -FRX'
    (define (set-for-later? command text)
      (and (pair? (command-through command))
           (equal? (last (command-through command)) "git")
           (regexp-search "\\bconfig\\b" text)))

    ;; npm hands on what stands behind --
    (define (only-tells? command)
      (or (flag? command "help")
          (find-word "^(expect|nc|ncat|netcat|socat)$" (command-through command)) ; they sit at the terminal themselves
          (and (member (command-name command) '("npm" "pnpm" "yarn" "bun"))
               (find-word "^--(help|version)$" (command-arguments command)))))

    (define (waits? command name text)
      (cond ((string=? name "git") (git-waits? command (command-verb command)))
            ((member name '("python" "python3" "node" "irb" "ipython" "bc"))
             (or (talks? (command-words command) name command)
                 (and (member name '("python" "python3")) (manages? command))))
            ((string=? name "iex")
             (and (not (command-fed? command)) (not (flag? command "e" "eval" "version" "v" "help" "h"))))
            ((member name '("lua" "julia" "ghci" "R" "scala" "jshell" "deno" "redis-cli" "mongosh"
                            "sh" "bash" "zsh" "fish" "dash"))
             (and (not (command-fed? command))
                  (or (null? (command-arguments command))
                      (and (every (lambda (word) (member word '("-i" "-l" "-il" "-li" "--login"))) (command-arguments command))))))
            ((string=? name "php") (flag? command "a" "interactive"))
            ((member name '("ftp" "sftp" "telnet"))
             (not (or (command-fed? command) (flag? command "b" "version" "help"))))
            ((member name '("passwd" "fzf" "ranger" "nnn")) (not (or (command-fed? command) (flag? command "S" "help" "version"))))
            ((string=? name "read") (not (or (command-fed? command) (flag? command "t" "u") (reads-a-pipe? text))))
            ((member name '("create-next-app" "create-react-app" "create-vite" "create-astro" "create-expo-app"
                            "create-t3-app" "create-remix"))
             (not (or (command-fed? command) (flag? command "yes" "y" "template" "t" "CI" "default" "help" "version"))))
            ((logs-in? name command) #t)
            ((string=? name "rails") (and (member (command-verb command) '("c" "console" "db" "dbconsole")) #t))
            ((member name '("django-admin" "manage.py")) (manages? command))
            ((string=? name "gcloud") (and (member "ssh" (command-words command)) (not (flag? command "command" "dry-run"))))
            ((member name '("npm" "yarn" "pnpm" "bun"))
             (and (string=? (command-verb command) "init") (null? (cdr (subcommand command)))
                  (not (or (command-fed? command) (flag? command "y" "yes")))))
            ((member name '("tmux" "screen"))
             (not (or (tells-of-sessions? command) (command-piped? command) (command-fed? command)
                      (and (flag? command "d" "D") (not (flag? command "r" "R" "x")))
                      (flag? command "version" "V" "help"))))
            ((member name '("vi" "vim" "nvim" "nano" "emacs" "pico" "ed" "mc"
                            "less" "more" "man" "htop" "top" "btop" "tig" "lazygit"
                            "gdb"))
             (not (or (command-piped? command) (command-fed? command)
                      (set-for-later? command text)
                      (member "bat" (command-through command))
                      (and (member name '("man" "less" "more")) (has-reader? text name))
                      (if (string=? name "emacs")
                          (flag? command "version" "help" "batch" "script" "daemon")
                          (flag? command "version" "help" "b" "batch" "d" "es" "E"
                                 "s" "headless" "k" "f" "w")))))
            ((member name '("docker" "podman" "kubectl")) (attaches? command (command-verb command)))
            ((member name '("k9s" "bpython" "dialog" "whiptail")) (not (flag? command "version" "help")))
            ((string=? name "nix") (string=? (command-verb command) "repl"))
            ((string=? name "gpg") (and (flag? command "gen-key" "full-generate-key" "generate-key" "edit-key") (not (flag? command "batch"))))
            ((member name '("psql" "mysql" "sqlite3" "ssh"))
             (and (not (command-fed? command)) (asks? command name)))
            ((string=? name "crontab") (flag? command "e"))
            ((string=? name "ssh-keygen") (not (or (command-fed? command) (makes-key? command))))
            ((member name '("visudo" "vipw")) (not (flag? command "c" "check" "V" "version")))
            (else #f)))

    ;; an editor is opened, or a container's terminal; a container whose image alone is named runs that of the image
    (define (attaches? command verb)
      (and (not (command-fed? command))
           (not (flag? command "help"))
           (or (and (string=? verb "edit") (string=? (command-name command) "kubectl"))
               (string=? verb "attach")
               (and (string=? verb "run")
                    (regexp-search "\\s-(it|ti)\\s" (command-source command))
                    (not (flag? command "d" "detach"))
                    (= (length (subcommand command)) 2)))))

    ;; what a multiplexer says or does without a terminal
    (define (tells-of-sessions? command)
      (or (flag? command "ls" "list" "wipe" "V")
          (and (string=? (command-name command) "screen") (member "-X" (command-words command)) #t)
          (regexp-search "^(ls|list-|has|has-session|kill-|send|send-keys|show|set|capture-pane|display-message|info|source)"
                         (command-verb command))))

    ;; a loop has its input behind its end, or from a pipe
    (define (reads-a-pipe? text)
      (regexp-search "\\|\\s*(while|until|\\{|\\(|read)|<" text))

    ;; a browser or a password is asked for
    (define (logs-in? name command)
      (and (member name '("gh" "npm" "pnpm" "yarn" "docker" "podman" "az" "gcloud" "heroku" "vercel" "netlify" "firebase"
                          "fly" "flyctl" "wrangler" "railway" "supabase" "cargo"))
           (let ((words (subcommand command)))
             (and (pair? words)
                  (or (equal? (car words) "login")
                      (and (pair? (cdr words)) (equal? (car words) "auth") (equal? (cadr words) "login")))
                  (not (or (command-fed? command)
                           (flag? command "with-token" "token" "t" "p" "password" "password-stdin" "service-principal"
                                  "identity" "help" "cred-file" "key-file" "ci"))
                       )
                  (not (and (equal? name "cargo") (pair? (cdr words))))))))

    ;; man ls | head
    (define (has-reader? text name)
      (regexp-search (string-append "\\b" name "\\b[^|;&\\n]*\\|\\s*\\w") text))

    ;; manage.py shell
    (define (manages? command)
      (and (not (command-fed? command))
           (find-word "(^|/)manage\\.py$|^django-admin$" (command-words command))
           (find-word "^(shell|shell_plus|dbshell|createsuperuser)$" (command-arguments command))
           (not (flag? command "c" "command" "noinput" "no-input"))))

    (define (git-waits? command verb)
      (cond ((string=? verb "commit")
             (or (flag? command "p" "patch" "interactive")
                 (not (or (flag? command "m" "message" "F" "file" "C" "reuse-message" "fixup" "no-edit"
                                 "dry-run" "help" "squash" "allow-empty-message" "short" "porcelain")
                          (command-fed? command)
                          (edits-by-itself? command)))))
            ((string=? verb "add") (and (flag? command "i" "p" "patch" "interactive") (not (command-fed? command))))
            ((member verb '("checkout" "restore" "reset" "stash")) (and (flag? command "p" "patch") (not (member "show" (command-words command))) (not (command-fed? command))))
            ((string=? verb "rebase")
             (and (flag? command "i" "interactive")
                  (not (edits-by-itself? command))))
            (else (string=? verb "mergetool"))))

    ;; GIT_EDITOR=true, git -c core.editor=true: what it is told to edit with waits for nobody, as far as is known
    (define (edits-by-itself? command)
      (or (any (lambda (entry)
                 (and (member (car entry) '("GIT_SEQUENCE_EDITOR" "GIT_EDITOR" "EDITOR" "VISUAL"))
                      (by-itself? (cdr entry))))
               (command-assignments command))
          (let ((given (option command "c")))
            (and given (string? given)
                 (regexp-search "^(core|sequence)\\.editor=" given)
                 (by-itself? given)))))

    (define (by-itself? editor)
      (not (regexp-search "\\b(vim?|nvim|nano|emacs|pico|ed|code|subl|micro|hx)\\b" (or editor ""))))

    ;; ssh-keygen asks for a file and for a passphrase, if it makes a key
    (define (makes-key? command)
      (if (flag? command "l" "y" "e" "i" "B" "R" "F" "H" "D" "k" "Q" "s" "Y" "A" "g" "r" "M" "L" "c")
          #t
          (and (flag? command "N") (flag? command "f"))))

    ;; an interpreter without a program, or with -i before it
    (define (talks? words name command)
      (if (null? (cdr words))
          (not (command-fed? command))
          (and (equal? (cadr words) "-i") (member name '("python" "python3" "ipython"))
               (not (command-fed? command)))))

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
                 (let ((words (subcommand command)))
                   (and (pair? words) (member (car words) '("run" "run-script")) (pair? (cdr words))
                        (stays? (word-known (cadr words)))))
                 (and (member (command-name command) '("yarn" "pnpm" "bun"))
                      (stays? (command-verb command)))))
            ((member name '("python" "python3" "django-admin" "manage.py"))
             (or (find-word "^runserver" (command-arguments command))
                 (equal? (option command "m") "http.server")
                 (and (member (option command "m") '("uvicorn" "flask" "streamlit" "jupyter")) #t)))
            ((member name '("uvicorn" "gunicorn" "hypercorn" "live-server" "http-server" "json-server" "watchexec"))
             (not (flag? command "version" "help" "check-config" "v" "daemon" "D")))
            ((member name '("flask" "rails" "next" "nuxt" "astro" "gatsby" "ng" "hugo" "jekyll" "expo" "remix" "wrangler"))
             (and (member (command-verb command) '("run" "s" "server" "serve" "dev" "start" "develop" "preview" "tail"))
                  (not (flag? command "help" "d" "daemon"))
                  #t))
            ((member name '("webpack" "tsc" "jest" "vitest"))
             (or (flag? command "watch" "watchAll") (and (string=? name "tsc") (flag? command "w"))
                 (and (member (command-verb command) '("serve" "watch" "dev")) #t)))
            ((member name '("cargo" "dotnet")) (equal? (command-verb command) "watch"))
            ((string=? name "php") (flag? command "S"))
            ((string=? name "mix") (and (equal? (command-verb command) "phx.server") #t))
            ((string=? name "jupyter") (and (member (command-verb command) '("notebook" "lab" "server")) (not (flag? command "version" "help"))))
            ((string=? name "streamlit") (equal? (command-verb command) "run"))
            ((string=? name "cloudflared") (equal? (command-verb command) "tunnel"))
            ((string=? name "ping") (not (flag? command "c" "n" "w" "W" "t" "h" "V")))
            ((member name '("gradle" "gradlew")) (and (member "bootRun" (command-words command)) #t))
            ((string=? name "mvn") (and (member "spring-boot:run" (command-words command)) #t))
            ((and (member name '("docker" "docker-compose" "podman"))
                  (member "up" (subcommand command))
                  (or (string=? name "docker-compose") (equal? (command-verb command) "compose")))
             (not (flag? command "d" "detach" "wait" "no-start" "dry-run")))
            ((and (string=? name "kubectl")
                  (or (equal? (command-verb command) "port-forward")
                      (and (equal? (command-verb command) "get") (flag? command "w" "watch"))))
             #t)
            ((string=? name "tail") (flag? command "f" "F" "follow"))
            ((string=? name "watch") #t)
            ((member name '("journalctl" "kubectl" "docker"))
             (and (or (string=? name "journalctl")
                      (member "logs" (command-words command)))
                  (flag? command "f" "follow")))
            ((string=? name "sleep") (member "infinity" (operands command)))
            ((string=? name "nodemon") (not (flag? command "version" "help" "v" "h")))
            ((member name '("vite" "ngrok")) (or (null? (operands command)) (and (member (command-verb command) '("dev" "serve" "preview" "http" "tcp")) #t)))
            (else #f)))

    (define %endless '("dev" "start" "serve" "watch" "preview" "storybook"))

    ;; start:dev, serve:ssl, build:watch; but build:dev ends
    (define (stays? script)
      (regexp-search "^(dev|start|serve|watch|preview|storybook)([:-]|$)|[:-](watch|serve)$" script))

    (define (in-background? payload)
      (regexp-search "&\\s*\\)?\\s*$|&\\s*\\)|&\\s*(disown|sleep|echo|\\n|[A-Za-z])|\\bnohup\\b|\\bsetsid\\b|\\btimeout\\b"
                     (regexp-replace-all "&&|>&|&>" (or (shell-text payload) "") "  ")))))

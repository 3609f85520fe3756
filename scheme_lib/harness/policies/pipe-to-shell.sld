;;; (harness policies pipe-to-shell)

(define-library (harness policies pipe-to-shell)
  (export pipe-to-shell)
  (import (scheme base) (harness policy) (srfi 1) (tein safe-regexp)
          (harness paths) (harness shell))
  (begin
    (define-policy pipe-to-shell
      "Nothing that comes from the network is run unread."
      (parameters)
      (pre_tool payload
        (judge-commands payload "(?i)\\b(curl|wget|fetch|iex|iwr|irm|invoke-expression|invoke-webrequest|downloadstring)\\b"
          (let ((fetches? #f) (files '()) (variables '()))
            (lambda (command)
              (cond ((or (runs-input? command fetches?)
                         (runs-fetched? command files variables)
                         (fetches-and-runs? command))
                     (object #f "this runs what comes from the network: fetch it into a file, and read that first"))
                    ((or (member (command-name command) %fetchers) (tells-what-is-elsewhere? command))
                     (set! fetches? #t)
                     (set! files (append (fetched-into command) files))
                     '())
                    ((and fetches? (equal? (command-name command) "tee") (command-piped? command))
                     (set! files (append (filter string? (command-changes command)) files))
                     '())
                    ((and (pair? files) (member (command-name command) '("cp" "mv" "ln" "install"))
                          (any (lambda (word) (same-file? word files)) (operands command)))
                     (set! files (append (filter string? (command-changes command)) files))
                     '())
                    ((and (member (command-name command) '("read" "mapfile" "readarray"))
                          (any (lambda (redirect) (from-fetcher? (word-source (redirect-target redirect))))
                               (command-redirects command)))
                     (set! variables (append (map word-known (operands command)) variables))
                     '())
                    ((and fetches? (command-piped? command)
                          (member (command-name command) '("read" "mapfile" "readarray")))
                     (set! variables (append (map word-known (operands command)) variables))
                     '())
                    (else
                     (for-each (lambda (entry)
                                 (if (from-fetcher? (command-source command))
                                     (set! variables (cons (car entry) variables))))
                               (command-assignments command))
                     '()))))
          #f
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("curl" "wget" "fetch" "aria2c" "http" "xh" "lynx" "iwr" "nc" "netcat"
        "urlopen" "requests." "urllib" "://" "/dev/tcp/" "/dev/udp/" "file_get_contents" "ssh" "aws" "gsutil" "gcloud" "gh" "--remote"))

    (define %fetchers
      '("curl" "wget" "fetch" "aria2c" "http" "https" "xh" "lynx" "iwr" "nc" "ncat" "netcat"))
    (define %runners
      '("sh" "bash" "zsh" "dash" "ksh" "fish" "ash" "python" "python2" "python3"
        "node" "perl" "ruby" "php" "deno" "bun" "source" "." "eval" "pwsh" "at" "batch" "crontab"))

    ;; other programs that write into a pipe what another machine has
    (define (tells-what-is-elsewhere? command)
      (let ((name (command-name command)))
        (cond ((equal? name "ssh") (not (command-fed? command)))
              ((member name '("aws" "gsutil" "gcloud"))
               (and (find-word "^(s3|gs)://" (command-arguments command))
                    (find-word "^(-|cat)$" (command-arguments command))))
              ((equal? name "gh") (runs? command "gh" "api"))
              ((equal? name "git")
               (and (runs? command "git" "archive") (flag? command "remote")))
              (else #f))))

    ;; the files that a command fetches: those that it says, or the URL's name
    (define (fetched-into command)
      (let ((said (filter string? (command-changes command))))
        (append said
                (if (or (equal? (command-name command) "wget") (flag? command "O" "remote-name"))
                    (let ((into (option command "P" "directory-prefix" "output-dir")))
                      (filter-map (lambda (word)
                                    (let ((found (regexp-search "^(?:\\w+://)?[^?#]*/([^/?#]+)" (word-known word))))
                                      (and found
                                           (string-append (if (string? into) (string-append into "/") "")
                                                          (regexp-match-submatch found 1)))))
                                  (command-arguments command)))
                    '()))))

    (define (runs-fetched? command files variables)
      (let ((words (command-words command)))
        (and (pair? words)
             (or (and (pair? files)
                      (let ((script (if (member (command-name command) %runners)
                                        (operands command "c" "e" "m")
                                        words)))
                        (or (and (pair? script)
                                 (or (fetched? (car script) files)
                                     (and (member (command-name command) %runners) (same-file? (car script) files))))
                            (and (member (command-name command) %runners)
                                 (or (any (lambda (redirect)
                                            (and (equal? (redirect-operator redirect) "<")
                                                 (same-file? (redirect-target redirect) files)))
                                          (command-redirects command))
                                     (any (lambda (file) (shown? file (command-source command))) files))))))
                 (and (pair? variables)
                      (or (not (command-name command)) (member (command-name command) %runners))
                      (any (lambda (name)
                             (regexp-search (string-append "\\$\\{?" name "\\b")
                                            (command-source command)))
                           variables))))))

    ;; "$(cat f)", "$(< f)"
    (define (shown? file text)
      (let ((found (regexp-search "(?:\\$\\(|`)\\s*(?:cat\\b|<)\\s*['\"]?([^\\s)`'\"]+)" text)))
        (and found (same-file? (regexp-match-submatch found 1) (list file)))))

    (define (fetched? word files)
      (and (string? word)
           (regexp-search "[/.]" word)
           (same-file? word files)))

    (define (same-file? word files)
      (and (string? word)
           (member (path-normalize word) (map path-normalize files))))

    ;; a program that fetches its own text
    (define (fetches-and-runs? command)
      (let ((code (command-code command)) (name (command-name command)))
        (cond (code (and (regexp-search "\\b(exec|eval|system|popen|subprocess|spawn\\w*|execSync)\\b" code)
                         (regexp-search "urlopen|requests\\.|urllib|fetch\\(|URI\\.open|file_get_contents\\(|LWP" code)))
              ((member name '("npx" "bunx" "uvx" "uv" "pipx" "pnpm" "npm" "go"))
               (and (or (member name '("npx" "bunx" "uvx"))
                        (member (command-verb command) '("run" "dlx" "exec" "x")))
                    (let ((words (remove (lambda (word) (member word '("run" "dlx" "exec" "x" "tool" "install")))
                                         (operands command "p" "package" "from" "with" "python" "C" "w" "filter"))))
                      (or (and (pair? words) (find-word "^https?://" (list (car words))))
                          (find-word "^https?://" (list (or (option command "p" "package" "from" "with") "")))))))
              ((member name '("deno" "bun" "node"))
               (any (lambda (word) (regexp-search "^https?://" (word-known word)))
                    (command-arguments command)))
              (else #f))))

    ;; A runner without a file of its own that is fed by a pipe, or whose text is
    ;; what a command gives.
    (define (runs-input? command fetches?)
      (or (runs-itself? command fetches?) (takes-rules? command fetches?)))

    ;; make -f -, awk -f -, parallel: they run what comes in, too
    (define (takes-rules? command fetches?)
      (or (and (member (command-name command) '("make" "gmake" "bmake" "just" "awk" "gawk" "mawk" "nawk" "psql" "mysql"))
               (regexp-search "\\bf\\w*[ =]*<\\(\\s*(sudo\\s+)?(curl|wget|fetch|http|https|xh)\\b" (command-source command)))
          (takes-fed-rules? command fetches?)))

    (define (takes-fed-rules? command fetches?)
      (and fetches? (command-piped? command)
           (cond ((member (command-name command) '("make" "gmake" "bmake" "just" "awk" "gawk" "mawk" "nawk"))
                  (member (option command "f" "file" "makefile" "justfile") '("-" "/dev/stdin")))
                 ((equal? (command-name command) "parallel") (null? (operands command "j" "jobs" "n" "N" "L" "l" "P" "max-procs" "S" "sshlogin" "I" "d" "delay"
                                   "halt" "joblog" "results" "timeout" "retries")))
                 (else #f))))

    (define (runs-itself? command fetches?)
      (and (not (and (member (command-name command) '("sh" "bash" "zsh" "dash" "ksh")) (flag? command "n")))
           (or (member (command-name command) %runners)
               (and (or (not (command-name command)) (equal? (command-name command) "trap"))
                    (from-fetcher? (command-source command)))
               (and (equal? (command-name command) "ssh")
                    (member (last (command-words command)) %runners)))
           (or (and fetches? (equal? (command-name command) "ssh") (command-piped? command))
               (and fetches? (command-piped? command)
                    (or (bare? (command-arguments command)) (member (command-name command) '("at" "batch"))))
               (and fetches? (member "xargs" (command-through command))
                    (let ((given (option command "c")))
                      (and given (or (word-unknown? given) (member given '("{}" "%" "@"))))))
               (from-fetcher? (command-source command))
               (and fetches? (find-word "^/dev/fd/[3-9]$|^/proc/self/fd/[3-9]$" (command-arguments command)) #t)
               (and fetches? (find-word "^[3-9]$" (map redirect-target (command-redirects command)))
                    (bare? (command-arguments command)))
               (any (lambda (redirect)
                      (let ((from (word-source (redirect-target redirect))))
                        (or (from-fetcher? from)
                            (and (equal? (redirect-operator redirect) "<") (regexp-search "^/dev/(tcp|udp)/" from)))))
                    (command-redirects command)))))

    (define (bare? words)
      (every (lambda (word)
               (let ((text (word-known word)))
                 (or (string=? text "")
                     (char=? (string-ref text 0) #\-)
                     (member text '("pipefail" "errexit" "nounset" "xtrace" "noglob" "posix"))
                     (string=? text "/dev/stdin"))))
             (take-while (lambda (word) (not (member word '("--" "-s")))) words)))

    (define (from-fetcher? text)
      (regexp-search "(\\$\\(|<\\(|`)\\s*(sudo\\s+)?(curl|wget|fetch|http|https|xh)\\b"
                     text))))

;;; (harness policies package-install)

(define-library (harness policies package-install)
  (export package-install)
  (import (scheme base) (harness policy) (tein safe-regexp) (srfi 1)
          (harness shell))
  (begin
    (define-policy package-install
      "A new dependency is the user's to decide."
      (parameters
       (allowed '() "packages that may be added")
       (action "ask" "what an objection does: deny, ask the user, or warn"))
      (pre_tool payload
        (judge-commands payload "\\b(install|add)\\b"
          (lambda (command)
            (let ((names (added command)))
              (if (null? names)
                  '()
                  (let ((unknown (filter (lambda (name) (not (member (plain name) allowed)))
                                         names)))
                    (if (null? unknown)
                        '()
                        (object 'allowed (told "new dependencies: " unknown)))))))
          %installers)))

    (define %installers
      '("npm" "pnpm" "bun" "yarn" "pip" "pip3" "pipx" "uv" "poetry" "pdm"
        "pipenv" "python" "python3" "cargo" "go" "gem" "brew" "apt" "apt-get"
        "dnf" "yum" "apk" "pacman" "conda" "mamba" "composer" "dotnet"
        "luarocks" "mix" "expo" "nix" "nix-env" "nuget" "Install-Module" "stack" "cabal" "nimble" "raco" "cs"
        "opam" "bundle" "deno" "flutter" "dart" "jsr" "cpanm" "easy_install" "swift"
        "pip3.9" "pip3.10" "pip3.11" "pip3.12" "pip3.13" "python3.9" "python3.10" "python3.11" "python3.12"
        "python3.13"))

    ;; the packages that a command adds by name
    (define (added command)
      (let ((name (command-name command)))
        (cond ((and (member name '("apt" "apt-get" "apk" "dnf" "yum" "pacman"))
                    (any (lambda (each) (member each '("docker" "podman" "docker-compose" "kubectl" "nerdctl")))
                         (command-through command)))
               '())  ; a container's own
              ((member name '("npm" "pnpm" "bun"))
               (after command '("install" "i" "add" "in" "ins" "inst" "insta" "instal" "isnt" "isntall")))
              ((member name '("python" "python3" "python3.9" "python3.10" "python3.11" "python3.12" "python3.13"))
               (if (equal? (option command "m") "pip")
                   (let ((words (subcommand command)))
                     (cond ((null? words) '())
                           ((equal? (car words) "pip") (pip-packages command (cdr words)))
                           (else (pip-packages command words))))  ; -mpip
                   '()))
              ((and (equal? name "yarn") (runs? command "yarn" "workspace"))
               (let ((words (subcommand command)))
                 (if (and (> (length words) 3) (equal? (caddr words) "add")) (packages (cdddr words)) '())))
              ((member name '("flutter" "dart"))
               (let ((words (subcommand command)))
                 (if (and (> (length words) 2) (equal? (cadr words) "add")) (packages (cddr words)) '())))
              ((member name '("cpanm" "easy_install")) (packages (operands command)))
              ((equal? name "swift")
               (let ((words (subcommand command)))
                 (if (and (> (length words) 2) (equal? (cadr words) "add-dependency")) (packages (cddr words)) '())))
              ((and (equal? name "dotnet") (runs? command "dotnet" "add"))
               (if (member "package" (subcommand command)) (after command '("add")) '()))
              ((equal? name "dotnet") '())
              ((string=? name "mix")
               (let ((words (subcommand command)))
                 (if (member (command-verb command) '("archive.install" "escript.install"))
                     (packages (filter (lambda (word) (not (member word '("hex" "git" "github")))) (cdr words)))
                     '())))
              ((string=? name "nix-env")
               (if (flag? command "i" "iA" "install") (packages (subcommand command)) '()))
              ((string=? name "nix")
               (if (or (runs? command "nix" "profile" "install") (runs? command "nix" "profile" "add"))
                   (packages (cddr (subcommand command)))
                   '()))
              ((member name '("yarn" "bundle")) (after command '("add")))
              ((member name '("pip" "pip3" "pipx" "uv" "poetry" "pdm" "pipenv" "pip3.9" "pip3.10" "pip3.11" "pip3.12" "pip3.13"))
               (pip-packages command (subcommand command)))
              ((string=? name "cargo") (after command '("add" "install")))
              ((string=? name "go") (after command '("get" "install")))
              (else (after command '("install" "add" "require" "-S"))))))

    (define (pip-packages command words)
      (let ((words (if (and (pair? words) (member (car words) '("pip" "tool"))) (cdr words) words)))
        (if (and (pair? words)
                 (member (car words)
                         (if (member (command-name command) '("poetry" "pdm"))
                             '("add")  ; they install what the project says
                             '("install" "add" "inject")))
                 (not (flag? command "r" "requirement" "e" "editable")))
            (filter (lambda (word) (not (member word %shipped))) (packages (cdr words)))
            '())))

    ;; what installs the others comes with every environment
    (define %shipped '("pip" "setuptools" "wheel"))

    (define (after command verbs)
      (if (member (command-verb command) verbs)
          (let ((words (subcommand command)))
            (if (string? (car words)) (packages (cdr words)) '()))
          '()))

    (define (packages words)
      (filter (lambda (word) (not (here? word))) (map word-source words)))

    ;; the project itself, or a file of it, is nothing new
    (define (here? word)
      (and (regexp-search "^\\.{0,2}/|^\\.$|^\\.\\[|^\\./|\\.whl$|\\.tgz$|^file:" word)
           (not (regexp-search "^(https?|git[+\\w]*)://" word))))

    ;; left-pad of left-pad@1.3.0, requests of requests==2.0
    (define (plain name)
      (let ((found (regexp-search "^(@?[\\w./-]+?)(?:\\[.*\\])?(?:[@=<>~!].*)?$" name)))
        (if found (regexp-match-submatch found 1) name)))))

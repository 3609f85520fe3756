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
            (let ((unknown (filter (lambda (name) (not (member (plain name) allowed)))
                                   (added command))))
              (if (null? unknown)
                  '()
                  (object 'allowed (told "new dependencies: " unknown)))))
          %installers)))

    (define %installers
      '("npm" "pnpm" "bun" "yarn" "pip" "pip3" "pipx" "uv" "poetry" "pdm"
        "pipenv" "python" "python3" "cargo" "go" "gem" "brew" "apt" "apt-get"
        "dnf" "yum" "apk" "pacman" "conda" "mamba" "composer" "dotnet"
        "luarocks" "opam" "bundle"))

    ;; the packages that a command adds by name
    (define (added command)
      (let ((name (or (command-name command) "")) (words (subcommand command)))
        (cond ((null? words) '())
              ((member name '("npm" "pnpm" "bun"))
               (after words '("install" "i" "add" "in")))
              ((equal? name "yarn") (after words '("add")))
              ((member name '("pip" "pip3" "pipx" "uv" "poetry" "pdm" "pipenv"))
               (pip-packages command words))
              ((member name '("python" "python3"))
               (if (and (flag? command "m") (equal? (car words) "pip"))
                   (pip-packages command (cdr words))
                   '()))
              ((equal? name "cargo") (after words '("add" "install")))
              ((equal? name "go") (after words '("get" "install")))
              ((member name '("gem" "brew" "apt" "apt-get" "dnf" "yum" "apk" "pacman" "conda" "mamba" "composer" "dotnet" "luarocks" "opam"))
               (after words '("install" "add" "require" "-S")))
              ((equal? name "bundle") (after words '("add")))
              (else '()))))

    (define (pip-packages command words)
      (let ((words (if (equal? (car words) "pip") (cdr words) words)))
        (if (flag? command "r" "requirement" "e" "editable")
            '()
            (after words '("install" "add" "inject")))))

    (define (after words verbs)
      (if (and (pair? words) (member (car words) verbs))
          (filter (lambda (word) (not (here? word)))
                  (map word-source (cdr words)))
          '()))

    ;; the project itself, or a file of it, is nothing new
    (define (here? word) (regexp-search "^\\.{0,2}/|^\\.$|^\\.\\[|^\\./|\\.whl$|\\.tgz$|^file:" word))

    ;; left-pad of left-pad@1.3.0, requests of requests==2.0
    (define (plain name)
      (let ((found (regexp-search "^(@?[\\w./-]+?)(?:\\[.*\\])?(?:[@=<>~!].*)?$" name)))
        (if found (regexp-match-submatch found 1) name)))))

;;; (harness policies git-no-verify)

(define-library (harness policies git-no-verify)
  (export git-no-verify)
  (import (scheme base) (harness policy)
          (tein safe-regexp) (srfi 1) (harness shell))
  (begin
    (define-policy git-no-verify
      "The checks of a repository are not switched off."
      (parameters)
      (pre_tool payload
        (let ((answer (judge-commands payload %mentioned
                        (lambda (command) (if (skips? command) (refuse) '()))
                        %programs
                        '("no-" "commit" "husky" "lefthook" "skip" "git_config"))))
          (if (null? answer)
              (judge-commands payload %mentioned
                (lambda (command) (if (changes-hooks? command) (refuse) '()))
                #f
                '("hooks" ".husky"))
              answer))))

    (define %programs
      '("git" "export" "declare" "typeset" "env" "" "pre-commit" "lefthook" "husky" "overcommit" "npm" "pnpm" "yarn"))

    (define %mentioned "no-verify|hooksPath|HUSKY|LEFTHOOK")

    (define (refuse)
      (object #f "this switches the repository's own checks off; mend what they find"))

    (define (skips? command)
      (let ((name (command-name command)) (assignments (command-assignments command)))
        (cond ((and (pair? assignments)
                    (member name '("git" "export" "declare" "typeset" "env" "" "npm" "pnpm" "yarn"))
                    (any off? assignments))
               #t)
              ((equal? name "git")
               (let ((verb (command-verb command)))
                 (if (string=? verb "commit")
                     (flag? command "no-verify" "n")
                     (or (flag? command "no-verify")
                         (string=? verb "commit-tree")))))
              ((equal? name "overcommit") (flag? command "uninstall"))
              ((member name '("pre-commit" "lefthook" "husky"))
               (runs? command name "uninstall"))
              ((member name '("export" "env"))
               (find-word %off (command-arguments command)))
              (else #f))))

    (define (changes-hooks? command)
      (let ((name (command-name command)))
        (cond ((equal? name "git")
               (and (find-word %hooks-path (command-arguments command))
                    (not (only-asks? command))))
              ((member name '("pre-commit" "lefthook" "husky" "export" "env")) #f)
              ;; setting hooks up is no harm
              ((and (member name '("cp" "ln" "install"))
                    (not (find-word "^(/usr)?/bin/true$|^/dev/null$" (command-arguments command))))
               #f)
              ((and (equal? name "chmod")
                    (not (find-word "-[rw]*x|^[0-6]*[0246][0-7]{2}$" (command-arguments command))))
               #f)
              (else
               (find-word (if (member name '("rm" "unlink" "mv" "truncate" "shred"))
                              "(^|/)(\\.git/hooks|\\.husky)(/|$)"
                              "(^|/)\\.git/hooks(/|$)")
                          (command-changes command))))))

    (define %off "^((HUSKY|LEFTHOOK)=(0|false)|HUSKY_SKIP_HOOKS=.*|LEFTHOOK_EXCLUDE=.*|(SKIP|PRE_COMMIT_ALLOW_NO_CONFIG|OVERCOMMIT_DISABLE)=.+)$")

    (define (off? assignment)
      (let ((value (or (cdr assignment) "unknown")))
        (or (regexp-matches? %off (string-append (car assignment) "=" value))
            (and (regexp-search "^GIT_CONFIG" (car assignment))
                 (regexp-search "(?i)core\\.hookspath" value)))))

    (define %hooks-path "(?i)^(--config-env=)?core\\.hookspath(=|$)")

    ;; where a repository keeps hooks of its own
    (define %usual "(\\./)?(\\.?(config|scripts|tools|dev|build)/)?\\.?(git-?)?(husky|hooks)(/_)?/?")

    (define (only-asks? command)
      (let ((words (subcommand command)))
        (and (pair? words)
             (equal? (car words) "config")
             (or (flag? command "get" "get-all" "list")
                 (= (length words) 2)
                 (and (= (length words) 3) (string? (caddr words))
                      (regexp-matches? %usual (caddr words))))
             (not (flag? command "unset" "unset-all")))))))

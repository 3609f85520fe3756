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
        (judge-commands payload "no-verify|hooksPath|HUSKY"
          (lambda (command)
            (if (skips? command)
                (object #f "this switches the repository's own checks off; mend what they find")
                '())))))

    (define (skips? command)
      (or (and (equal? (command-name command) "git")
               (or (and (flag? command "no-verify") #t)
                   (and (runs? command "git" "commit") (flag? command "n"))
                   (hooks-path? (command-words command))
                   (any off? (command-assignments command))))
          (and (member (command-name command) '("export" "env"))
               (or (any off? (command-assignments command))
                   (any (lambda (word)
                          (member word '("HUSKY=0" "HUSKY_SKIP_HOOKS=1")))
                        (command-arguments command))))))

    (define (hooks-path? words)
      (any (lambda (word)
             (regexp-matches? "(?i)core\\.hookspath(=.*)?" (word-known word)))
           words))

    (define (off? assignment)
      (or (equal? assignment '("HUSKY" . "0"))
          (equal? assignment '("HUSKY_SKIP_HOOKS" . "1"))
          (member (car assignment) '("SKIP" "PRE_COMMIT_ALLOW_NO_CONFIG"))))))

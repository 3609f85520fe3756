;;; (harness policies git-history)

(define-library (harness policies git-history)
  (export git-history)
  (import (scheme base) (harness policy) (harness shell))
  (begin
    (define-policy git-history
      "The history of a repository is not rewritten, and what git keeps for an accident stays."
      (parameters
       (amend #t "may the last commit be amended?"))
      (pre_tool payload
        (judge-commands payload "filter-branch|filter-repo|reflog|update-ref"
          (lambda (command)
            (cond ((rewrites? command)
                   (object #f (told "this rewrites history: "
                                    (command-source command))))
                  ((and (not amend) (runs? command "git" "commit")
                        (flag? command "amend"))
                   (object 'amend "this rewrites the last commit"))
                  (else '()))))))

    (define (rewrites? command)
      (or (runs? command "git" "filter-branch")
          (runs? command "git" "filter-repo")
          (equal? (command-name command) "git-filter-repo")
          (equal? (command-name command) "bfg")
          (runs? command "git" "reflog" "expire")
          (runs? command "git" "reflog" "delete")
          (and (runs? command "git" "update-ref") (flag? command "d"))
          (and (runs? command "git" "gc")
               (equal? (option command "prune") "now"))
          (and (runs? command "git" "rebase") (flag? command "root"))))))

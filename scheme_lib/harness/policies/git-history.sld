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
        (judge-commands payload "filter-branch|filter-repo|reflog|update-ref|\\bbfg\\b"
          (lambda (command)
            (cond ((rewrites? command)
                   (object #f (told "this rewrites history: "
                                    (command-source command))))
                  ((and (not amend) (runs? command "git" "commit")
                        (flag? command "amend"))
                   (object 'amend "this rewrites the last commit"))
                  (else '())))
          '("git" #f "git-filter-repo" "bfg" "java" "python" "python3" "rm")
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("filter-" "reflog" "update-ref" "gc" "rebase" "bfg" "ame" "prune" "fast-import"
        "symbolic-ref" "replace" ".git"))

    (define (rewrites? command)
      (let ((name (command-name command)))
        (cond ((member name '("git" #f)) ; one whose name nobody can tell may be it
               (let ((words (subcommand command)))
                 (and (pair? words)
                      (rewrites-by? command (word-known (car words))
                                    (cdr words)))))
              ((equal? name "rm")
               (find-word "(^|/)\\.git/(logs|objects|refs|ORIG_HEAD)(/|$)|^(\\./)*\\.git/$" (command-changes command)))
              ((member name '("java" "python" "python3"))
               (find-word "(^|/)(bfg[^/]*\\.jar|git-filter-repo)$" (command-arguments command)))
              (else (member name '("git-filter-repo" "bfg"))))))

    (define (rewrites-by? command verb words)
      (cond ((member verb '("filter-branch" "filter-repo")) #t)
            ((string=? verb "reflog")
             (and (pair? words) (member (car words) '("expire" "delete"))))
            ((string=? verb "update-ref") (or (flag? command "d" "stdin") (and (find-word "^refs/heads/" (subcommand command)) (find-word "[~^]\\d*$" (subcommand command)))))
            ((string=? verb "gc") (member (option command "prune") '("now" "all")))
            ((string=? verb "prune") (not (flag? command "n" "dry-run")))
            ((string=? verb "fast-import") (flag? command "force"))
            ((string=? verb "symbolic-ref") (flag? command "d" "delete"))
            ((string=? verb "replace") (not (flag? command "l" "list")))
            ((string=? verb "rebase") (flag? command "root"))
            (else #f)))))

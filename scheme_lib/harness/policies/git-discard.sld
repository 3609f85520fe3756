;;; (harness policies git-discard)

(define-library (harness policies git-discard)
  (export git-discard)
  (import (scheme base) (harness policy) (srfi 1) (harness shell))
  (begin
    (define-policy git-discard
      "Work that is not committed is not thrown away."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\bgit\\b.*(--hard|\\bclean\\b|\\brestore\\b|\\bcheckout\\b|\\bstash\\b)"
          (lambda (command)
            (if (discards? command)
                (object #f (told "this throws away work that is not committed: "
                                 (command-source command)
                                 "; commit or stash it first"))
                '())))))

    (define (discards? command)
      (cond ((runs? command "git" "reset") (flag? command "hard" "merge" "keep"))
            ((runs? command "git" "clean")
             (and (flag? command "f" "force") (not (flag? command "n" "dry-run"))))
            ((runs? command "git" "checkout")
             (or (flag? command "f" "force")
                 (and (member "--" (command-words command)) #t)
                 (and (member "." (subcommand command)) #t)))
            ((runs? command "git" "restore")
             (or (flag? command "W" "worktree") (not (flag? command "S" "staged"))))
            ((runs? command "git" "switch")
             (flag? command "f" "force" "discard-changes"))
            ((runs? command "git" "stash")
             (let ((words (cdr (subcommand command))))
               (and (pair? words) (member (car words) '("drop" "clear")) #t)))
            ((runs? command "git" "branch") (flag? command "D"))
            ((runs? command "git" "worktree" "remove") (flag? command "f" "force"))
            (else #f)))))

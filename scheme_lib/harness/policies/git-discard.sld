;;; (harness policies git-discard)

(define-library (harness policies git-discard)
  (export git-discard)
  (import (scheme base) (harness policy) (srfi 1) (harness shell))
  (begin
    (define-policy git-discard
      "Work that is not committed is not thrown away."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\b(git|hg|jj)\\b.*(--hard|\\bclean\\b|\\brestore\\b|\\bcheckout\\b|\\bstash\\b|\\bupdate\\b|\\babandon\\b)"
          (lambda (command)
            (if (discards? command)
                (object #f (told "this throws away work that is not committed: "
                                 (command-source command)
                                 "; commit or stash it first"))
                '()))
          '("git" "hg" "jj" #f)
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("reset" "clean" "checkout" "read-tree" "rm" "submodule" "restore" "switch"
        "stash" "branch" "worktree" "update" "revert" "purge" "abandon"))

    (define (discards? command)
      (or (and (equal? (command-name command) "hg")
               (or (and (member (command-verb command) '("update" "up" "checkout" "co" "goto")) (flag? command "C" "clean"))
                   (and (member (command-verb command) '("revert" "purge")) #t)))
          (and (equal? (command-name command) "jj") (member (command-verb command) '("abandon" "restore")) #t)
          (git-discards? command)))

    (define (git-discards? command)
      (and (member (command-name command) '("git" #f)) ; one whose name nobody can tell may be it
           (let ((words (subcommand command)))
             (and (pair? words)
                  (not (flag? command "help"))
                  (throws-away? command (word-known (car words)) (cdr words))))))

    ;; no branch is called so
    (define %file
      "^\\.{1,2}$|^\\.{0,2}/|/$|[*?]|^:[/(!]|\\.(py|jsx?|tsx?|mjs|go|rs|rb|java|kt|c|h|cc|cpp|cs|php|swift|scala|md|json|ya?ml|toml|txt|html|css|scss|sh|sql|lock|xml|ini|cfg)$")

    (define (throws-away? command verb words)
      (cond ((string=? verb "reset") (flag? command "hard" "merge" "keep"))
            ((string=? verb "clean")
             (and (or (flag? command "f" "force")
                      (find-word "(?i)^clean\\.requireforce=(false|0|no|off)$" (command-arguments command)))
                  (not (flag? command "n" "dry-run"))))
            ((string=? verb "checkout")
             (or (flag? command "f" "force" "ours" "theirs")
                 (and (member "--" (command-words command)) #t)
                 (flag? command "p" "patch" "pathspec-from-file")
                 ;; a commit and a path
                 (and (pair? words) (pair? (cdr words))
                      (not (flag? command "b" "B" "t" "track" "orphan" "detach")))
                 (and (not (flag? command "b" "B" "orphan"))
                      (find-word %file words)
                      #t)))
            ((string=? verb "checkout-index") (flag? command "f" "force"))
            ((string=? verb "read-tree") (flag? command "u" "reset"))
            ((string=? verb "rm")
             (and (flag? command "f" "force") (not (flag? command "cached"))))
            ((string=? verb "submodule")
             (and (pair? words) (member (car words) '("deinit" "update")) (flag? command "f" "force")))
            ((string=? verb "restore")
             (or (flag? command "W" "worktree") (not (flag? command "S" "staged"))))
            ((string=? verb "switch")
             (flag? command "f" "force" "discard-changes"))
            ((string=? verb "stash")
             (and (pair? words) (member (car words) '("drop" "clear")) #t))
            ((string=? verb "branch")
             (or (flag? command "D")
                 (and (flag? command "d" "delete") (flag? command "f" "force"))))
            ((string=? verb "worktree")
             (and (pair? words) (equal? (car words) "remove")
                  (flag? command "f" "force")))
            (else #f)))))

;;; (harness policies protected-branches)

(define-library (harness policies protected-branches)
  (export protected-branches)
  (import (scheme base) (harness policy)
          (tein safe-regexp) (srfi 1) (harness shell)
          (harness facts))
  (begin
    (define-policy protected-branches
      "Nothing is committed or pushed to the main branches without a review."
      (parameters
       (branches '("main" "master" "release" "production") "their names")
       (commits #t "are commits on them objected to, or pushes only?"))
      (pre_tool payload
        (judge-commands payload "\\bgit\\b.*\\b(push|commit|merge)\\b"
          (let ((at #f))  ; the branch that the text itself has gone to
           (lambda (command)
            (let ((verb (command-verb command)))
             (cond ((member verb '("commit" "merge" "cherry-pick" "revert" "am" "rebase" "pull"))
                    (if (and commits
                             (member (or at (git-branch)) branches)
                             (changes? command verb))
                        (object 'branches
                                (told "this commits on the branch " (or at (git-branch))
                                      "; make a branch of its own first"))
                        '()))
                   ((equal? (command-name command) "gh")
                    (if (and (runs? command "gh" "pr" "merge") (flag? command "admin"))
                        (object 'branches "this merges without the review")
                        '()))
                   ((string=? verb "push")
                    (if (pushes-to? command branches at)
                        (object 'branches
                                (told "this pushes to a protected branch: "
                                      (command-source command)))
                        '()))
                   ((not (member verb '("checkout" "switch" "symbolic-ref" "branch" "update-ref" "fetch"))) '())
                   ((goes-to command verb) => (lambda (branch) (set! at branch) '()))
                   ((writes-by? command verb (subcommand command) branches)
                    (object 'branches
                            (told "this moves or deletes a protected branch: "
                                  (command-source command))))
                   (else '())))))
          '("git" "gh" #f))))

    ;; git checkout main && git commit
    (define (goes-to command verb)
      (and (member verb '("checkout" "switch" "symbolic-ref"))
           (goes-by command (subcommand command))))

    (define (goes-by command words)
      (cond ((not (and (pair? words) (pair? (cdr words)))) #f)
            ((null? (cddr words))
             (and (member (car words) '("checkout" "switch"))
                  (not (flag? command "B" "C"))
                  (not (member "--" (command-words command)))
                  (word-known (cadr words))))
            (else
             (and (equal? (car words) "symbolic-ref") (equal? (cadr words) "HEAD")
                  (target (caddr words))))))

    (define (writes-by? command verb words branches)
      (define (named? words)
        (any (lambda (word) (and (member (target word) branches) #t)) words))
      (cond ((equal? verb "branch")
             (and (flag? command "f" "force" "D" "d" "delete" "M" "m" "move" "C")
                  (named? (cdr words))))
            ((equal? verb "update-ref") (named? (cdr words)))
            ((member verb '("checkout" "switch"))
             (let ((made (option command "B" "C")))
               (and made (named? (list made)))))
            ((equal? verb "fetch")
             (any (lambda (word)
                    (and (regexp-search ":" (word-known word)) (named? (list word))))
                  (cdr words)))
            (else #f)))

    (define (changes? command verb)
      (and (not (flag? command "abort" "quit" "dry-run"))
           (or (not (string=? verb "pull")) (pulls-another? command))
           (not (and (member verb '("merge" "pull"))
                     (flag? command "ff-only")
                     (every own? (cdr (subcommand command)))))))

    ;; git merge --ff-only origin/main on main is a pull
    (define (own? word)
      (or (member word '("@{u}" "@{upstream}"))
          (equal? (regexp-replace "^[^/]*/" (word-known word) "") (git-branch))))

    ;; git pull brings the branch up to date; git pull origin other merges it
    (define (pulls-another? command)
      (let ((words (subcommand command)))
        (and (= (length words) 3)
             (not (equal? (target (caddr words)) (git-branch))))))

    ;; `at`: where the text itself has gone to, if that was no file
    (define (pushes-to? command branches at)
      (let ((refs (let ((words (cdr (subcommand command))))
                    (if (pair? words) (cdr words) '()))))
        (cond ((flag? command "all" "mirror") #t)
              ((flag? command "tags" "n" "dry-run") #f)
              ((null? refs) (any (lambda (name) (and (member name branches) #t)) (list (git-branch) at)))
              (else (any (lambda (ref)
                           (let ((name (target ref)))
                             (or (and (member name branches) #t)
                                 (and at (member at branches)
                                      (regexp-matches? "\\+?(.*:)?(HEAD|@)" (word-known ref)))
                                 (regexp-search "\\*" name))))
                         refs)))))

    ;; what a refspec writes: the part behind the colon, without refs/heads/
    (define (target ref)
      (let* ((text (if (word-unknown? ref)
                       (regexp-replace-all "[\"']" (word-source ref) "")
                       (word-known ref)))
             (parts (regexp-split ":" text))
             (name (regexp-replace "^\\+?(refs/heads/)?" (last parts) "")))
        (if (member name '("HEAD" "@")) (or (git-branch) name) name)))))

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
          (lambda (command)
            (cond ((and (runs? command "git" "push") (pushes-to? command branches))
                   (object 'branches
                           (told "this pushes to a protected branch: "
                                 (command-source command))))
                  ((and commits (changes? command) (member (git-branch) branches))
                   (object 'branches
                           (told "this commits on the branch " (git-branch)
                                 "; make a branch of its own first")))
                  (else '()))))))

    (define (changes? command)
      (or (runs? command "git" "commit") (runs? command "git" "merge")
          (runs? command "git" "cherry-pick") (runs? command "git" "revert")
          (runs? command "git" "am")))

    (define (pushes-to? command branches)
      (let ((refs (let ((words (cdr (subcommand command))))
                    (if (pair? words) (cdr words) '()))))
        (cond ((flag? command "all" "mirror") #t)
              ((flag? command "tags" "n" "dry-run") #f)
              ((null? refs) (and (member (git-branch) branches) #t))
              (else (any (lambda (ref) (and (member (target ref) branches) #t))
                         refs)))))

    ;; what a refspec writes: the part behind the colon, without refs/heads/
    (define (target ref)
      (let* ((text (word-known ref))
             (parts (regexp-split ":" text))
             (name (regexp-replace "^\\+?(refs/heads/)?" (last parts) "")))
        (if (member name '("HEAD" "@")) (git-branch) name)))))

;;; (harness policies force-push)

(define-library (harness policies force-push)
  (export force-push)
  (import (scheme base) (harness policy) (tein safe-regexp) (srfi 1) (harness shell))
  (begin
    (define-policy force-push
      "Nobody's commits are overwritten, and no branch is deleted, by a push."
      (parameters
       (with-lease #t "may --force-with-lease be used?"))
      (pre_tool payload
        (judge-commands payload "\\bpush\\b"
          (lambda (command)
            (cond ((alias-to-push? command)
                   (object #f "this hides a push behind an alias: push by its own name"))
                  ((and (runs? command "gh" "api")
                        (find-word "^(-X|--method=)?(?i:delete)$" (command-arguments command))
                        (find-word "git/refs/" (command-arguments command)))
                   (object #f "this deletes a branch or tag of the remote"))
                  ((and (runs? command "gh" "api")
                        (find-word "git/refs/" (command-arguments command))
                        (find-word "^force=true$" (command-arguments command)))
                   (object #f "this overwrites what others may have pushed"))
                  ((and (runs? command "glab" "api")
                        (find-word "^(-X|--method=)?(?i:delete)$" (command-arguments command))
                        (find-word "repository/(branches|tags)/" (command-arguments command)))
                   (object #f "this deletes a branch or tag of the remote"))
                  ((and (runs? command "gh" "repo" "sync") (flag? command "force"))
                   (object #f "this overwrites commits"))
                  ((and (runs? command "git" "config")
                        (find-word "^remote\\..*\\.(push|mirror)$" (command-arguments command))
                        (find-word "^\\+|^true$" (command-arguments command)))
                   (object #f "this makes every push one that overwrites"))
                  ((and (runs? command "git" "send-pack") (flag? command "f" "force" "mirror"))
                   (object #f "this push overwrites what others may have pushed"))
                  ((or (not (runs? command "git" "push")) (flag? command "n" "dry-run")) '())
                  ((overwrites? command)
                   (object #f "this push overwrites what others may have pushed; use --force-with-lease, or ask"))
                  ((and (not with-lease) (flag? command "force-with-lease"))
                   (object 'with-lease "this push may overwrite commits"))
                  ((deletes? command)
                   (object #f "this push deletes a branch or tag of the remote"))
                  (else '())))
          '("git" "gh" "glab" #f)
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("push" "refs/" "send-pack" "repository/" "sync" "mirror"))

    (define (alias-to-push? command)
      (and (equal? (command-name command) "git")
           (any (lambda (word)
                  (let ((text (word-known word)))
                    (and (> (string-length text) 6)
                         (string=? (substring text 0 6) "alias.")
                         (regexp-search "=.*\\bpush\\b" text))))
                (command-arguments command))))

    (define (overwrites? command)
      (or (flag? command "f" "force" "mirror")
          (any (lambda (word) (begins? (word-known word) #\+))
               (cdr (subcommand command)))))

    (define (deletes? command)
      (or (flag? command "d" "delete" "prune")
          (any (lambda (word) (begins? (word-known word) #\:))
               (cdr (subcommand command)))))

    (define (begins? text c)
      (and (> (string-length text) 0) (char=? (string-ref text 0) c)))))

;;; Three guards that look at what a call would do and not at how it is written:
;;; no tree outside of build/ and dist/ is deleted, nobody's commits are
;;; overwritten, no credential is written into a file.

(import (harness shell) (harness paths) (harness secrets))

(define may-be-deleted '("/build/" "/dist/"))

(define-hook pre_tool (tool_name arguments)
  (cond ((equal? tool_name "shell_exec")
         (judge-line (payload-ref arguments "command" "")))
        ((has-secret? (payload-ref arguments "content" ""))
         (block "There is a credential in this text: keep it out of files."))
        (else (no-opinion))))

;; What cannot be read is refused where it speaks of these programs at all.
(define (judge-line text)
  (let ((commands (shell-commands text)))
    (cond ((not (unparsed? commands)) (judge commands))
          ((or (string-contains text "rm") (string-contains text "git"))
           (block (string-append "This command cannot be judged: "
                                 (unparsed-reason commands))))
          (else (no-opinion)))))

(define (judge commands)
  (cond ((null? commands) (no-opinion))
        ((deletes-a-tree? (car commands))
         (block "Only build/ and dist/ may be deleted; move other things away."))
        ((overwrites-commits? (car commands))
         (block "Use --force-with-lease, so that nobody's commits are lost."))
        (else (judge (cdr commands)))))

(define (deletes-a-tree? command)
  (and (equal? (command-name command) "rm")
       (flag? command "r" "R" "recursive")
       (not (every (lambda (word)
                     (and (string? word)
                          (apply path-matches? (string-append word "/") may-be-deleted)))
                   (operands command)))))

(define (overwrites-commits? command)
  (and (equal? (command-name command) "git")
       (pair? (subcommand command))
       (equal? (car (subcommand command)) "push")
       (flag? command "f" "force")))

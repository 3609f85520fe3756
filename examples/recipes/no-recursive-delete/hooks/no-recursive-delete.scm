;;; Delete whole trees in build/ and dist/ only.

(import (harness shell) (harness paths))

(define-hook pre_tool (tool_name arguments)
  (if (equal? tool_name "shell_exec")
      (judge (shell-commands (payload-ref arguments "command" "")))
      (no-opinion)))

(define (judge commands)
  (cond ((unparsed? commands)
         (block (string-append "This cannot be judged: "
                               (unparsed-reason commands))))
        ((any deletes-too-much? commands)
         (block "Only build/ and dist/ may be deleted."))
        (else (no-opinion))))

(define (deletes-too-much? command)
  (and (equal? (command-name command) "rm")
       (flag? command "r" "R" "recursive")
       (not (every disposable? (operands command)))))

;; A word that only the run would tell ($DIR) is no string.
(define (disposable? word)
  (and (string? word)
       (path-matches? (string-append word "/") "/build/" "/dist/")))

;;; (harness policies secrets-in-writes)

(define-library (harness policies secrets-in-writes)
  (export secrets-in-writes)
  (import (scheme base) (harness policy) (harness answers) (srfi 1)
          (tein safe-regexp) (harness paths) (harness secrets))
  (begin
    (define-policy secrets-in-writes
      "No credential is written into a file or a command line."
      (parameters
       (files '(".env" ".env.*" "!.env.example") "files that may have some, as in a .gitignore"))
      (once (checked (check-lines 'files files)))
      (pre_tool payload
        (let ((text (or (written-text payload) (shell-text payload) (told-another payload)))
              (path (written-path payload)))
          (if (and text
                   (not (and path (path-matches? path files)))
                   (has-secret? text))
              (object 'files (told "there is a credential in this text ("
                                   (delete-duplicates (map car (first-secrets text 20)))
                                   "); read it from the environment or a secret store"))
              '()))))

    ;; what another server's tool is told
    (define (told-another payload)
      (let ((name (payload-ref payload "tool_name")))
        (and (string? name)
             (regexp-search "^mcp:" name)
             (joined (payload-ref payload "arguments" '())))))

    (define (joined x)
      (cond ((string? x) (string-append x "\n"))
            ((pair? x) (string-append (joined (car x)) (joined (cdr x))))
            (else "")))))

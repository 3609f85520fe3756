;;; (harness policies secrets-in-prompts)

(define-library (harness policies secrets-in-prompts)
  (export secrets-in-prompts)
  (import (scheme base) (harness policy) (srfi 1) (harness secrets))
  (begin
    (define-policy secrets-in-prompts
      "No credential goes to the model with what the user says."
      (parameters)
      (pre_message (prompt)
        (if (and (string? prompt) (has-secret? prompt))
            (object #f (told "there is a credential in this prompt (" (kinds prompt)
                             "); take it out, and change it if it was sent before"))
            '())))

    (define (kinds text) (delete-duplicates (map car (first-secrets text 20))))))

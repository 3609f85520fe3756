;;; (harness policies secrets-in-outputs)

(define-library (harness policies secrets-in-outputs)
  (export secrets-in-outputs)
  (import (scheme base) (harness policy) (harness answers) (harness secrets))
  (begin
    (define-policy secrets-in-outputs
      "Credentials are taken out of what tools give before the model reads it."
      (parameters)
      (pre_tool_output (output)
        (if (and (string? output) (has-secret? output))
            (rewrite-output
             (if (<= (string-length output) longest)
                 (redact output)
                 "[there is a credential in this output, and it is too long to be told without]"))
            '())))

    ;; What goes to a model is never that long; a text may take four million,
    ;; and the name of its kind may be longer than a secret.
    (define longest 1000000)))

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
            (rewrite-output (redact output))
            '())))))

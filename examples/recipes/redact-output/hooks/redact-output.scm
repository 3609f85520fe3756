;;; The model reads no credential that a tool has printed.

(import (harness secrets))

(define-hook pre_tool_output (output)
  (if (has-secret? output)
      (rewrite-output (redact output))
      (no-opinion)))

;;; (harness answers): reading the payload of a hook, and making its answer.
;;; A part of (harness hooks), which is what programs import.

(define-library (harness answers)
  ;; reading a payload
  (export payload-ref let-fields mcp-call)
  ;; answers for any point
  (export no-opinion answer)
  ;; answers that refuse
  (export block deny stop)
  ;; answers about who is asked, and who goes on
  (export ask defer allow keep-going)
  ;; answers that say something
  (export context warn)
  ;; answers that change what goes on
  (export rewrite-prompt rewrite-arguments rewrite-argument rewrite-output
          rewrite-request inject summarize respond)
  ;; answers that choose tools, fuel, and who goes on
  (export exclude-tools only-tools set-fallback set-fuel add-fuel)
  ;; answers that deliver
  (export delivered)
  (import (scheme base) (engine answering)
          (only (engine primitives) payload-ref))
  (include "answers.scm"))

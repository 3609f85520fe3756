;;; (harness hooks): hooks of an agent. A hook is a procedure of one argument,
;;; the payload, an alist with string keys; it returns an alist, or () for
;;; no opinion.

(define-library (harness hooks)
  ;; registration
  (export register-hook define-hook)
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
  (import (scheme base) (harness host) (harness answers))
  (include "hooks.scm"))

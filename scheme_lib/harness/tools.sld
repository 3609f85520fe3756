;;; (harness tools): tools of an agent that are written in Scheme, and calling
;;; tools of any kind.

(define-library (harness tools)
  ;; definition
  (export define-tool)
  ;; calling
  (export call-tool call-tool/value)
  ;; what tools often need
  (export generate-id current-timestamp)
  (import (scheme base) (harness host) (engine results))
  (include "tools.scm"))

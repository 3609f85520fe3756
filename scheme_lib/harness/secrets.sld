;;; (harness secrets): credentials in a text, found by their form in one scan.
;;;
;;; A pattern is (kind . regular expression): the kind is a string, and the
;;; expression is one of (tein safe-regexp); a group that begins or ends it
;;; tells where the secret stands and is no part of it.

(define-library (harness secrets)
  (export secret-kinds find-secrets first-secrets has-secret? redact)
  (import (scheme base) (scheme cxr) (tein safe-regexp) (only (engine primitives) %regexp-all-of-any))
  (include "secrets.scm"))

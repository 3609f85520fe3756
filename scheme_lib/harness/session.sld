;;; (harness session): values that outlive a fire, a save and a restart, and
;;; counting how often something happens. The host keeps them in a file beside
;;; its journal, where several hosts may share them, and records what it
;;; answered, so that a replay gives the same.
;;;
;;; A scope is 'session (one of the agent's; the usual one), 'project or 'home.
;;; A key is a string or symbol; a value is anything that `read` reads again.
;;; All of it works in hooks and tools, not while a file is loaded.

(define-library (harness session)
  ;; values
  (export session-ref session-set! session-update! session-delete!)
  ;; how often something happens
  (export rate times in-a-row)
  (import (scheme base) (scheme read) (scheme write) (tein safe-regexp)
          (only (tein crypto) blake2b)
          (engine answering))
  (include "session.scm"))

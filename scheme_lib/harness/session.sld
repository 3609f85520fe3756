;;; (harness session): values that outlive a fire, a save and a restart, and
;;; counting how often something happens. The host keeps them in two files
;;; beside its journal, where several hosts share them: each change stands, and
;;; is seen by all, before the hook goes on, and none is lost when a host is
;;; killed (a power cut may take the last ones). What the host answered is
;;; recorded, so that a replay gives the same. To count costs less than a
;;; change of a value.
;;;
;;; A scope is 'session (one of the agent's; the usual one), 'project or 'home.
;;; A key is a string or symbol; a value is anything that `read` reads again.
;;; All of it works in hooks and tools, not while a file is loaded. The hook
;;; files of a home share what is kept and counted; that of a policy is its
;;; own. Where room is short, the oldest goes of whoever keeps most.

(define-library (harness session)
  ;; values
  (export session-ref session-set! session-update! session-delete!)
  ;; how often something happens
  (export rate times in-a-row fields-in-a-row)
  (import (scheme base) (scheme read) (scheme write) (tein safe-regexp)
          (only (tein crypto) blake2b)
          (engine answering))
  (include "session.scm"))

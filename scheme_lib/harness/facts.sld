;;; (harness facts): what the host knows about where and when a hook runs, and
;;; what commands say that chibi-hooks.toml declares. A fact stays the same for
;;; a whole fire, and is recorded with it, so that a replay gives the same.
;;;
;;; All of it works in hooks and tools, not while a file is loaded.

(define-library (harness facts)
  ;; what a home declares
  (export fact fact-failure? fact-failure-reason fact-failure-exit)
  ;; git
  (export git-root git-branch git-head git-dirty?)
  ;; where and who
  (export project-root current-user host-name real-path
          find-outside)
  ;; when
  (export fire-time local-hour local-weekday local-date)
  (import (scheme base) (engine answering) (only (engine primitives) %known-texts))
  (include "facts.scm"))

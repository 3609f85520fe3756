;;; (harness shell): what a command line would run. A text is read as bash
;;; reads it, without running anything: sudo, env, xargs, timeout, find -exec
;;; and the like are seen through, so are sh -c, eval, ssh, substitutions,
;;; pipes into a shell, loops and functions. Text in quotes, comments and
;;; here-documents is no command.
;;;
;;; What only the run would tell is unknown, never guessed: a word of which
;;; that is so is no string (word-unknown?), and a command's name is #f.

(define-library (harness shell)
  ;; a text
  (export shell-commands unparsed? unparsed-reason)
  ;; a command
  (export command-name command-words command-arguments command-source
          command-assignments command-redirects command-through
          command-input command-fed? command-piped? command-unknown?
          command-changes command-reads command-code)
  ;; its words
  (export runs? flag? option operands subcommand command-verb word-unknown? word-known
          word-source find-word)
  ;; its redirects
  (export redirect-operator redirect-descriptor redirect-target writes-to)
  (import (scheme base) (scheme char)
          (only (engine primitives) %shell-commands %shell-part runs? flag? option operands find-word))
  (include "shell.scm"))

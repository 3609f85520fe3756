;;; (harness policies history-wipe)

(define-library (harness policies history-wipe)
  (export history-wipe)
  (import (scheme base) (harness policy) (srfi 1) (tein safe-regexp)
          (harness shell))
  (begin
    (define-policy history-wipe
      "What tells what was done is not wiped: shell histories, logs, audit."
      (parameters)
      (pre_tool payload
        (judge-commands payload "HISTFILE|/var/log|\\bauditctl\\b"
          (lambda (command)
            (if (wipes? command)
                (object #f (told "this wipes what was recorded: "
                                 (command-source command)))
                '()))
          #f
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("hist" "/var/log" "journalctl" "auditctl"))

    (define (wipes? command)
      (let ((name (command-name command)))
        (cond ((equal? name "history") (flag? command "c" "d" "w"))
              ((member name '("rm" "shred" "truncate" "unlink" "tee" "mv"))
               (any record? (operands command "s" "size")))
              ((equal? name "unset")
               (any (lambda (word) (member word '("HISTFILE" "HISTSIZE" "HISTFILESIZE")))
                    (command-arguments command)))
              ((equal? name "journalctl")
               (any (lambda (word) (regexp-search "^--(vacuum|rotate|flush)" (word-known word)))
                    (command-arguments command)))
              ((equal? name "auditctl") (flag? command "e" "D"))
              ((equal? name "set") (member "history" (command-arguments command)))
              ((member name '("export" ""))
               (any (lambda (entry)
                      (and (member (car entry) '("HISTFILE" "HISTSIZE" "HISTFILESIZE"))
                           (member (cdr entry) '("/dev/null" "0" ""))))
                    (command-assignments command)))
              (else (any record? (truncated command))))))

    (define (truncated command)
      (filter-map (lambda (redirect)
                    (and (member (redirect-operator redirect) '(">" ">|"))
                         (redirect-target redirect)))
                  (command-redirects command)))

    (define (record? word)
      (regexp-search "(^|/)\\.(bash|zsh|python|node_repl|psql)_history$|^/var/log(/|$)"
                     (word-known word)))))

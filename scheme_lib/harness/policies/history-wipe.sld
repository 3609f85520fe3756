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
        (judge-commands payload "(?i)HISTFILE|/var/log|\\bauditctl\\b|clear-history|wevtutil"
          (lambda (command)
            (if (wipes? command)
                (object #f (told "this wipes what was recorded: "
                                 (command-source command)))
                '()))
          #f
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("hist" "/var/log" "journalctl" "auditctl" "auditd" "syslog" "journald" "wevtutil" "dmesg"))

    (define (wipes? command)
      (let ((name (command-name command)))
        (cond ((equal? name "history") (flag? command "c" "d" "w"))
              ((member name '("rm" "shred" "truncate" "unlink" "mv"))
               (any record? (operands command "s" "size")))
              ((and (member name '("tee" "ln" "cp" "sed" "dd" "find" "python" "python3" "perl" "ruby" "node"))
                    (not (and (equal? name "tee") (flag? command "a" "append")))
                    (any record? (command-changes command)))
               #t)
              ((equal? name "wevtutil") (and (member (command-verb command) '("cl" "clear-log")) #t))
              ((member name '("systemctl" "service"))
               (and (find-word "^(stop|disable|mask)$" (command-arguments command))
                    (find-word "^(auditd|rsyslog|syslog|syslog-ng|systemd-journald)(\\.service)?$" (command-arguments command))
                    #t))
              ((equal? name "unset")
               (any (lambda (word) (member word '("HISTFILE" "HISTSIZE" "HISTFILESIZE")))
                    (command-arguments command)))
              ((equal? name "journalctl")
               (any (lambda (word) (regexp-search "^--(vacuum|rotate|flush)" (word-known word)))
                    (command-arguments command)))
              ((equal? name "dmesg") (flag? command "C" "c" "clear" "read-clear"))
              ((equal? name "auditctl") (flag? command "e" "D"))
              ((equal? name "set")
               (and (member "history" (command-arguments command)) (member "+o" (command-arguments command)) #t))
              ((any (lambda (entry)
                      (and (member (car entry) '("HISTFILE" "HISTSIZE" "HISTFILESIZE"))
                           (member (cdr entry) '("/dev/null" "0" ""))))
                    (command-assignments command))
               #t)
              (else (any record? (truncated command))))))

    (define (truncated command)
      (filter-map (lambda (redirect)
                    (and (member (redirect-operator redirect) '(">" ">|"))
                         (redirect-target redirect)))
                  (command-redirects command)))

    (define (record? word)
      (or (regexp-search "(^|/)\\.\\w+_history/?$|(^|/)fish_history/?$|(^|/)\\.lesshst$|^/var/log(/|$)"
                         (word-known word))
          (regexp-search "^\"?\\$\\{?HISTFILE\\b" (word-source word))))))

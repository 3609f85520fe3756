;;; (harness policies power)

(define-library (harness policies power)
  (export power)
  (import (scheme base) (harness policy) (srfi 1) (tein safe-regexp)
          (harness shell))
  (begin
    (define-policy power
      "The machine stays on, and its own processes run."
      (parameters)
      (pre_tool payload
        (if (fork-bomb? (or (shell-text payload) ""))
            (object #f "this starts itself without end")
            (judge-commands payload "\\b(shutdown|reboot|poweroff)\\b"
              (lambda (command)
                (if (ends? command)
                    (object #f (told "this ends more than this work: "
                                     (command-source command)))
                    '()))
              %programs))))

    (define %programs
      '("shutdown" "reboot" "halt" "poweroff" "pm-suspend" "telinit" "init"
        "systemctl" "kill" "killall5" "pkill"))

    (define (fork-bomb? text)
      (regexp-search "([:\\w]+)\\s*\\(\\)\\s*\\{\\s*([:\\w]+)\\s*\\|\\s*([:\\w]+)\\s*&\\s*;?\\s*\\}" text))

    (define (ends? command)
      (let ((name (command-name command)))
        (cond ((member name '("shutdown" "reboot" "halt" "poweroff" "pm-suspend" "telinit"))
               (not (flag? command "help" "c" "version")))
              ((equal? name "init")
               (any (lambda (word) (member word '("0" "1" "6")))
                    (operands command)))
              ((equal? name "systemctl")
               (and (pair? (subcommand command))
                    (member (car (subcommand command))
                            '("poweroff" "reboot" "halt" "suspend" "hibernate"
                              "kexec" "emergency" "rescue" "isolate"))
                    #t))
              ((equal? name "kill")
               (any (lambda (word) (member word '("1" "-1" "0")))
                    (if (flag? command "9" "KILL" "s" "TERM" "15")
                        (drop-first (command-arguments command))
                        (operands command))))
              ((equal? name "killall5") #t)
              ((equal? name "pkill")
               (or (any (lambda (word) (member word '("." ".*" "")))
                        (operands command "u" "signal"))
                   (and (flag? command "u") (null? (operands command "u")))))
              (else #f))))

    (define (drop-first list) (if (pair? list) (cdr list) '()))))

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
              %programs
              %parts))))

    ;; one of these stands in all that is objected to
    (define %parts
      '("shutdown" "reboot" "halt" "poweroff" "suspend" "init" "systemctl" "kill" "loginctl" "kexec"
        "rtcwake" "pmset" "shut down" "restart" "sysrq" "service"))

    (define %programs
      '("shutdown" "reboot" "halt" "poweroff" "pm-suspend" "telinit" "init"
        "systemctl" "service" "launchctl" "kill" "killall5" "pkill" "killall" "loginctl" "kexec" "rtcwake" "pmset" "osascript"
        "python" "python3" "echo" "tee" "printf"))

    (define (fork-bomb? text)
      (regexp-search "([:\\w]+)\\s*\\(\\)\\s*\\{\\s*([:\\w]+)\\s*\\|\\s*([:\\w]+)\\s*&\\s*;?\\s*\\}" text))

    (define (ends? command)
      (let ((name (command-name command)))
        (cond ((elsewhere? (command-through command)) #f)
              ((member name '("shutdown" "reboot" "halt" "poweroff" "pm-suspend" "telinit"))
               (not (flag? command "help" "c" "version")))
              ((equal? name "init")
               (any (lambda (word) (member word '("0" "1" "6")))
                    (operands command)))
              ((equal? name "systemctl")
               (and (pair? (subcommand command))
                    (or (member (car (subcommand command))
                            '("poweroff" "reboot" "halt" "suspend" "hibernate"
                              "kexec" "emergency" "rescue" "isolate"))
                        (ends-service? (car (subcommand command)) (cdr (subcommand command))))
                    #t))
              ((equal? name "service")
               (let ((words (operands command)))
                 (and (pair? words) (pair? (cdr words)) (ends-service? (cadr words) (list (car words))))))
              ((equal? name "kill")
               (any (lambda (word) (member word '("1" "-1" "0")))
                    (if (signal? (command-arguments command))
                        (drop-first (command-arguments command))
                        (operands command))))
              ((equal? name "launchctl") (and (member (command-verb command) '("reboot" "halt")) #t))
              ((equal? name "killall5") #t)
              ((equal? name "killall")
               (let ((words (operands command "u" "user" "s" "signal")))
                 (if (null? words) (flag? command "u" "user") (ends-service? "kill" words))))
              ((equal? name "loginctl")
               (and (member (command-verb command)
                            '("poweroff" "reboot" "halt" "suspend" "hibernate" "terminate-user" "terminate-session" "kill-user"))
                    #t))
              ((equal? name "kexec") (flag? command "e" "exec"))
              ((equal? name "rtcwake") (flag? command "m" "mode"))
              ((equal? name "pmset") (and (member (command-verb command) '("sleepnow" "shutdown" "restart")) #t))
              ((equal? name "osascript")
               (and (regexp-search "(?i)\\bto (shut down|restart|sleep|log out)" (or (command-code command) "")) #t))
              ((member name '("python" "python3"))
               (and (regexp-search "\\bos\\.kill(pg)?\\(\\s*(1|-1|0)\\s*," (or (command-code command) "")) #t))
              ((member name '("echo" "printf" "tee"))
               (and (find-word "^/proc/sysrq-trigger$" (command-changes command)) #t))
              ((equal? name "pkill")
               (let ((words (operands command "u" "signal")))
                 (or (any (lambda (word) (member word '("." ".*" ""))) words)
                     (ends-service? "kill" words)
                     (and (flag? command "u") (null? (operands command "u"))))))
              (else #f))))

    ;; what keeps the machine within reach
    (define (ends-service? verb names)
      (and (member verb '("stop" "disable" "mask" "kill"))
           (find-word "^(sshd?|networking|network|NetworkManager|wpa_supplicant|systemd-[a-z-]+|dbus(-broker)?|crond?|firewalld|ufw|auditd|r?syslogd?)(\\.(service|socket))?$"
                      names)
           #t))

    ;; another machine's, or a container's own
    (define (elsewhere? through)
      (any (lambda (name) (member name '("docker" "podman" "kubectl" "docker-compose" "nerdctl"))) through))

    (define (signal? arguments)
      (and (pair? arguments) (pair? (cdr arguments)) (string? (car arguments))
           (or (regexp-matches? "-(SIG)?[A-Z]+|-[0-9]+" (car arguments)) (equal? (car arguments) "-s"))))

    (define (drop-first list) (if (pair? list) (cdr list) '()))))

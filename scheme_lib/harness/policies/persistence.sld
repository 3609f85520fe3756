;;; (harness policies persistence)

(define-library (harness policies persistence)
  (export persistence)
  (import (scheme base) (harness policy) (srfi 1) (tein safe-regexp)
          (harness shell) (harness paths))
  (begin
    (define-policy persistence
      "Nothing is made to run later, or at every login."
      (parameters)
      (pre_tool payload
        (let ((answer (judge-commands payload "\\b(crontab|authorized_keys)\\b"
                        (lambda (command)
                          (if (installs? command)
                              (refuse (command-source command))
                              '()))
                        '("crontab" "at" "batch" "launchctl" "systemctl" "update-rc.d"))))
          (if (null? answer)
              (judge-changes payload "^$"
                (lambda (words)
                  (let ((found (find-word %starts-later words)))
                    (if found (refuse (word-source found)) '())))
                %lines)
              answer))))

    (define (refuse what)
      (object #f (told "this makes something run later or at every login: " what)))

    (define %starts-later
      "(^|/)(\\.bashrc|\\.bash_profile|\\.bash_login|\\.profile|\\.zshrc|\\.zprofile|\\.zshenv|\\.zlogin|\\.config/fish/config\\.fish|\\.ssh/(authorized_keys|rc)|\\.config/autostart/.*|LaunchAgents/.*|LaunchDaemons/.*|\\.config/systemd/user/.*)$|^/etc/(cron|profile|rc\\.local|init\\.d|systemd/|ld\\.so\\.preload|bash\\.bashrc|sudoers)|^/var/spool/cron")

    ;; one of these is in each of those paths
    (define %lines
      '(".bashrc" ".bash_profile" ".bash_login" ".profile" ".zshrc" ".zprofile"
        ".zshenv" ".zlogin" "fish" ".ssh" "autostart" "LaunchAgents" "LaunchDaemons"
        "systemd" "cron*" "profile*" "rc.local*" "init.d*" "ld.so.preload*"
        "bash.bashrc*" "sudoers*"))

    (define (installs? command)
      (let ((name (command-name command)))
        (cond ((equal? name "crontab") (not (flag? command "l")))
              ((member name '("at" "batch")) (not (flag? command "l" "V")))
              ((equal? name "launchctl")
               (and (pair? (subcommand command))
                    (member (car (subcommand command)) '("load" "bootstrap" "submit" "enable"))))
              ((equal? name "systemctl")
               (and (pair? (subcommand command))
                    (member (car (subcommand command)) '("enable" "link" "preset"))))
              ((equal? name "update-rc.d") #t)
              (else #f))))))

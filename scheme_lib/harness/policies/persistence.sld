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
                        %programs)))
          (if (null? answer)
              (judge-changes payload "^$"
                (lambda (words)
                  (let ((found (find-word %starts-later words)))
                    (if found (refuse (word-source found)) '())))
                %lines)
              answer))))

    (define %programs
      '("crontab" "at" "batch" "launchctl" "systemctl" "update-rc.d" "ssh-copy-id" "chkconfig"
        "rc-update" "schtasks" "anacron" "systemd-run" "brew" "pm2" "loginctl"))

    (define (refuse what)
      (object #f (told "this makes something run later or at every login: " what)))

    (define %starts-later
      "(^|/)(\\.bashrc|\\.bash_profile|\\.bash_login|\\.profile|\\.zshrc|\\.zprofile|\\.zshenv|\\.zlogin|\\.bash_aliases|\\.bash_logout|\\.zlogout|\\.xprofile|\\.xinitrc|\\.config/fish/config\\.fish|\\.ssh/(authorized_keys2?|rc|config)|\\.config/autostart/.*|LaunchAgents/.*|LaunchDaemons/.*|\\.config/systemd/user/.*)$|^/etc/(cron|udev/rules|xdg/autostart|pam\\.d|profile|zsh|rc\\.local|init\\.d|systemd/|ld\\.so\\.preload|bash\\.bashrc|sudoers)|^/var/spool/cron")

    ;; one of these is in each of those paths
    (define %lines
      '(".bashrc" ".bash_profile" ".bash_login" ".profile" ".zshrc" ".zprofile"
        ".zshenv" ".zlogin" ".bash_aliases" ".bash_logout" ".zlogout" ".xprofile" ".xinitrc" "fish" ".ssh" "autostart" "LaunchAgents" "LaunchDaemons"
        "systemd" "cron*" "profile*" "rc.local*" "init.d*" "ld.so.preload*"
        "bash.bashrc*" "sudoers*" "udev" "pam.d" "zsh*"))

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
              ((member name '("update-rc.d" "ssh-copy-id" "anacron")) #t)
              ((member name '("chkconfig" "rc-update" "schtasks"))
               (and (find-word "^(?i:on|add|/create)$" (command-arguments command)) #t))
              ((equal? name "systemd-run")
               (flag? command "on-calendar" "on-active" "on-boot" "on-startup" "on-unit-active" "timer-property"))
              ((equal? name "brew")
               (and (runs? command "brew" "services")
                    (find-word "^(start|restart)$" (command-arguments command)) #t))
              ((equal? name "pm2") (member (command-verb command) '("startup" "save")))
              ((equal? name "loginctl") (runs? command "loginctl" "enable-linger"))
              (else #f))))))

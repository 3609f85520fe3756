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
        (let ((path (written-path payload)))
          (if path
              (if (starts-later? path) (refuse path) '())
              (judge-commands payload "\\b(crontab|authorized_keys)\\b"
                (lambda (command)
                  (cond ((installs? command) (refuse (command-source command)))
                        ((any (lambda (word) (starts-later? (word-known word)))
                              (append (writes-to command)
                                      (changed command)))
                         (refuse (command-source command)))
                        (else '()))))))))

    (define (refuse what)
      (object #f (told "this makes something run later or at every login: " what)))

    ;; the files that a command writes by itself
    (define (changed command)
      (let ((name (command-name command)) (words (operands command)))
        (cond ((equal? name "tee") words)
              ((and (equal? name "sed") (flag? command "i")) words)
              ((and (member name '("cp" "mv" "ln" "install")) (pair? words))
               (list (last words)))
              (else '()))))

    (define (starts-later? path)
      (regexp-search
       "(^|/)(\\.bashrc|\\.bash_profile|\\.bash_login|\\.profile|\\.zshrc|\\.zprofile|\\.zshenv|\\.zlogin|\\.config/fish/config\\.fish|\\.ssh/(authorized_keys|rc)|\\.config/autostart/.*|LaunchAgents/.*|LaunchDaemons/.*|\\.config/systemd/user/.*)$|^/etc/(cron|profile|rc\\.local|init\\.d|systemd/|ld\\.so\\.preload|bash\\.bashrc|sudoers)|^/var/spool/cron"
       path))

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

;;; (harness policies sudo)

(define-library (harness policies sudo)
  (export sudo)
  (import (scheme base) (harness policy) (tein safe-regexp) (harness shell))
  (begin
    (define-policy sudo
      "Nothing runs as another user."
      (parameters
       (allowed '() "programs that may be run so"))
      (pre_tool payload
        (judge-commands payload "(?i)\\b(sudo|doas|su|pkexec|runas)\\b"
          (lambda (command)
            (if (and (other-user? command)
                     (not (only-allowed? command allowed)))
                (object 'allowed (told "this runs as another user: "
                                       (command-source command)))
                '()))
          %programs)))

    (define %programs
      '("sudo" "doas" "su" "pkexec" "run0" "sudoedit" "runuser" "gosu"
        "su-exec" "setpriv" "nsenter" "unshare" "osascript" "sudo-rs" "gsudo" "runas"
        "machinectl" "systemd-run"))

    (define (other-user? command)
      (let ((name (command-name command)))
        (cond ((member name '("sudo" "doas" "su" "pkexec" "run0" "sudoedit" "runuser"
                              "gosu" "su-exec" "setpriv" "nsenter" "sudo-rs" "gsudo" "runas"))
               #t)
              ((equal? name "machinectl") (runs? command "machinectl" "shell"))
              ((equal? name "systemd-run") (flag? command "uid"))
              ((equal? name "unshare") (flag? command "r" "map-root-user" "U" "user"))
              ((equal? name "osascript")
               (let ((code (command-code command)))
                 (and code (regexp-search "administrator privileges" code) #t)))
              (else #f))))

    (define (only-allowed? command allowed)
      (or (flag? command "help" "version" "V")
          (and (pair? (operands command "u" "g" "user" "group"))
               (member (car (operands command "u" "g" "user" "group")) allowed)
               #t)))))

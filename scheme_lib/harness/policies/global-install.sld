;;; (harness policies global-install)

(define-library (harness policies global-install)
  (export global-install)
  (import (scheme base) (harness policy) (srfi 1) (harness shell))
  (begin
    (define-policy global-install
      "Packages are installed into the project, not into the machine."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\binstall\\b"
          (lambda (command)
            (if (installs-globally? command)
                (object #f (told "this installs into the machine, not into the project: "
                                 (command-source command)))
                '()))
          %installers)))

    (define %installers
      '("npm" "pnpm" "bun" "yarn" "pip" "pip3" "python" "python3" "gem" "apt"
        "apt-get" "dnf" "yum" "apk" "pacman" "zypper" "snap" "brew"))

    (define (installs-globally? command)
      (let ((name (command-name command)))
        (cond ((member name '("npm" "pnpm" "bun"))
               (and (flag? command "g" "global" "location")
                    (any (lambda (word) (member word '("install" "i" "add" "link" "update")))
                         (command-words command))))
              ((member name '("python" "python3"))
               (and (flag? command "user" "break-system-packages")
                    (member "pip" (command-words command))
                    (member "install" (command-words command))))
              (else (installs? command name (command-words command))))))

    (define (installs? command name words)
      (cond ((equal? name "yarn") (and (pair? (cdr words)) (equal? (cadr words) "global")))
            ((member name '("pip" "pip3"))
             (and (member "install" words)
                  (or (flag? command "user" "break-system-packages")
                      (member "sudo" (command-through command)))))
            ((equal? name "gem") (member "sudo" (command-through command)))
            ((member name '("apt" "apt-get" "dnf" "yum" "apk" "pacman" "zypper" "snap"))
             (or (any (lambda (word) (member word '("install" "add" "remove" "purge" "upgrade" "dist-upgrade")))
                      words)
                 (flag? command "S" "R")))
            ((equal? name "brew")
             (any (lambda (word) (member word '("install" "uninstall" "upgrade"))) words))
            (else #f)))))

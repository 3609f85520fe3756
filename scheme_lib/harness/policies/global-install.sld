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
            (if (and (installs-globally? command)
                     (not (any (lambda (name) (member name '("docker" "podman" "kubectl" "docker-compose" "nerdctl")))
                               (command-through command))))
                (object #f (told "this installs into the machine, not into the project: "
                                 (command-source command)))
                '()))
          %installers)))

    (define %installers
      '("npm" "pnpm" "bun" "yarn" "pip" "pip3" "python" "python3" "gem" "apt"
        "apt-get" "dnf" "yum" "apk" "pacman" "zypper" "snap" "brew" "cargo" "go" "pipx" "uv" "dpkg" "rpm"
        "flatpak" "choco" "winget" "scoop" "nix-env" "dotnet" "composer" "emerge" "port" "mas" "corepack"
        "aptitude" "nix" "deno" "pip3.9" "pip3.10" "pip3.11" "pip3.12" "pip3.13"))

    (define (installs-globally? command)
      (let ((name (command-name command)))
        (cond ((member name '("npm" "pnpm" "bun"))
               (and (flag? command "g" "global" "location")
                    (any (lambda (word) (member word '("install" "i" "add" "link" "update" "upgrade" "uninstall" "remove" "rm")))
                         (command-words command))))
              ((member name '("python" "python3"))
               (and (flag? command "user" "break-system-packages")
                    (member "pip" (command-words command))
                    (member "install" (command-words command))))
              (else (installs? command name (command-words command))))))

    (define (installs? command name words)
      (cond ((equal? name "yarn") (and (pair? (cdr words)) (equal? (cadr words) "global")))
            ((member name '("pip" "pip3" "pip3.9" "pip3.10" "pip3.11" "pip3.12" "pip3.13"))
             (and (member "install" words)
                  (or (flag? command "user" "break-system-packages")
                      (member "sudo" (command-through command)))))
            ((equal? name "gem") (member "sudo" (command-through command)))
            ((member name '("apt" "apt-get" "aptitude" "dnf" "yum" "apk" "zypper" "snap" "flatpak" "choco" "winget"
                            "scoop" "port" "mas"))
             (member (command-verb command)
                     '("install" "in" "add" "remove" "rm" "purge" "del" "uninstall" "upgrade" "dist-upgrade"
                       "full-upgrade" "autoremove" "dup" "localinstall" "groupinstall" "reinstall")))
            ((equal? name "pacman") (and (find-word "^-[SRU][^silgq]*$|^--(sync|remove|upgrade)$" words) #t))
            ((equal? name "cargo")
             (and (equal? (command-verb command) "install") (not (flag? command "path" "root" "list"))))
            ((equal? name "go")
             (and (equal? (command-verb command) "install") (find-word "@" words) #t))
            ((equal? name "pipx") (member (command-verb command) '("install" "inject" "upgrade" "upgrade-all")))
            ((equal? name "uv")
             (or (and (runs? command "uv" "tool") (find-word "^(install|upgrade)$" words))
                 (and (runs? command "uv" "pip") (flag? command "system" "break-system-packages"))))
            ((member name '("dpkg" "rpm")) (flag? command "i" "install" "U" "upgrade" "r" "P" "e" "erase"))
            ((equal? name "nix-env") (flag? command "i" "install" "iA" "e" "uninstall"))
            ((equal? name "nix")
             (and (runs? command "nix" "profile") (find-word "^(install|add|remove|upgrade)$" words) #t))
            ((equal? name "deno") (and (equal? (command-verb command) "install") (flag? command "g" "global")))
            ((equal? name "dotnet") (and (runs? command "dotnet" "tool") (flag? command "g" "global")))
            ((equal? name "composer") (equal? (command-verb command) "global"))
            ((equal? name "corepack") (equal? (command-verb command) "enable"))
            ((equal? name "emerge") (and (pair? (cdr words)) (not (flag? command "s" "search" "p" "pretend" "version" "info"))))
            ((equal? name "brew")
             (any (lambda (word) (member word '("install" "uninstall" "upgrade"))) words))
            (else #f)))))

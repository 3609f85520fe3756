;;; (harness policies package-manager)

(define-library (harness policies package-manager)
  (export package-manager)
  (import (scheme base) (harness policy) (harness shell))
  (begin
    (define-policy package-manager
      "One package manager is used in this project, and no other."
      (parameters
       (use "pnpm" "the one: npm, yarn, pnpm, bun; or pip, uv, poetry, pdm, pipenv, conda"))
      (pre_tool payload
        (judge-commands payload "\\b(npm|npx|yarn|pnpm|bun|pip|uv|poetry)\\b"
          (lambda (command)
            (let ((name (family-name command)))
              (if (and name (not (string=? name use)) (rivals? name use)
                       (not (only-asks? command)))
                  (object 'use (told "this project uses " use ", not " name))
                  '())))
          %programs)))

    (define %programs
      '("npm" "npx" "yarn" "pnpm" "bun" "bunx" "pip" "pip3" "uv" "poetry"
        "pdm" "pipenv" "conda" "mamba" "python" "python3"))

    (define %families
      '(("npm" "yarn" "pnpm" "bun") ("pip" "uv" "poetry" "pdm" "pipenv" "conda")))

    (define (rivals? name use)
      (let loop ((families %families))
        (and (pair? families)
             (or (and (member name (car families)) (member use (car families)) #t)
                 (loop (cdr families))))))

    (define (family-name command)
      (let ((name (command-name command)))
        (cond ((not name) #f)
              ((string=? name "npx") "npm")
              ((member name '("bunx")) "bun")
              ((member name '("pip3" "pip")) "pip")
              ((and (member name '("python" "python3"))
                    (member "pip" (command-arguments command))
                    (flag? command "m"))
               "pip")
              ((member name '("mamba" "conda")) "conda")
              ((or (member name (car %families)) (member name (cadr %families))) name)
              (else #f))))

    (define (only-asks? command) (flag? command "version" "v" "V" "help" "h"))))

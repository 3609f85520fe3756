;;; (harness policies package-manager)

(define-library (harness policies package-manager)
  (export package-manager)
  (import (scheme base) (harness policy) (tein safe-regexp) (harness shell))
  (begin
    (define-policy package-manager
      "One package manager is used in this project, and no other."
      (parameters
       (use "pnpm" "the one: npm, yarn, pnpm, bun; or pip, uv, poetry, pdm, pipenv, conda"))
      (once (known (check-parameter 'use use
                                    (lambda (use) (member use '("npm" "yarn" "pnpm" "bun" "pip" "uv" "poetry" "pdm" "pipenv" "conda")))
                                    "npm, yarn, pnpm, bun, pip, uv, poetry, pdm, pipenv or conda")))
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
        "pdm" "pipenv" "conda" "mamba" "python" "python3" "python3.9" "python3.10" "python3.11"
        "python3.12" "python3.13"))

    (define (rivals? name use)
      (or (and (member name '("npm" "yarn" "pnpm" "bun"))
               (member use '("npm" "yarn" "pnpm" "bun")))
          (and (member name '("pip" "uv" "poetry" "pdm" "pipenv" "conda"))
               (member use '("pip" "uv" "poetry" "pdm" "pipenv" "conda")))))

    (define (family-name command)
      (let ((name (command-name command)))
        (cond ((string=? name "npx") "npm")
              ((string=? name "bunx") "bun")
              ((string=? name "pip3") "pip")
              ((string=? name "mamba") "conda")
              ((regexp-matches? "python[\\d.]*" name)
               (if (equal? (option command "m") "pip") "pip" #f))
              (else name))))

    (define (only-asks? command) (flag? command "version" "v" "V" "help" "h"))))

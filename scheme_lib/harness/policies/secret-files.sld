;;; (harness policies secret-files)

(define-library (harness policies secret-files)
  (export secret-files)
  (import (scheme base) (harness policy) (harness answers)
          (tein safe-regexp) (srfi 1) (harness paths) (harness shell))
  (begin
    (define-policy secret-files
      "Files that hold credentials are not read."
      (parameters
       (files '(".env" ".env.*" "!.env.example" "!.env.sample" "!.env.template"
                "*.pem" "*.key" "!*.pub" "id_rsa" "id_ed25519" "id_ecdsa"
                "**/.aws/credentials" ".netrc" ".pgpass" ".npmrc" ".pypirc"
                "**/.docker/config.json" "**/.kube/config" ".git-credentials"
                "**/.config/gh/hosts.yml" "*.p12" "*.pfx" "*.kdbx" "*.tfstate")
              "lines as in a .gitignore")
       (harmless '("ls" "stat" "test" "[" "touch" "rm" "git" "chmod" "find" "echo"
                   "printf" "mkdir")
                 "programs that do not show what is in a file"))
      (pre_tool payload
        (let ((path (and (equal? (payload-ref payload "tool_name") "file_read")
                         (payload-ref payload "arguments.path"))))
          (if (string? path)
              (if (secret? path files) (refuse path) '())
              (judge-commands payload "\\.env\\b|\\.pem\\b|id_rsa|credentials"
                (lambda (command)
                  (let ((found (and (not (member (command-name command) harmless))
                                    (find (lambda (word) (secret? (bare word) files))
                                          (append (command-arguments command)
                                                  (read-by command))))))
                    (if found (refuse (word-source found)) '()))))))))

    (define (refuse path)
      (object 'files (told "there are credentials in this file: " path)))

    (define (secret? path files)
      (and (> (string-length path) 0) (apply path-matches? path files)))

    ;; @file, if=file and --file=file name a file, too
    (define (bare word)
      (let ((found (regexp-search "^(?:--?[\\w-]+=|if=|@)(.*)$" (word-known word))))
        (cond (found (regexp-match-submatch found 1))
              ((regexp-search "^-" (word-known word)) "")
              (else (word-known word)))))

    (define (read-by command)
      (filter-map (lambda (redirect)
                    (and (equal? (redirect-operator redirect) "<")
                         (redirect-target redirect)))
                  (command-redirects command)))))

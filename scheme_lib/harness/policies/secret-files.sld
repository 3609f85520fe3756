;;; (harness policies secret-files)

(define-library (harness policies secret-files)
  (export secret-files)
  (import (scheme base) (harness policy) (harness answers) (harness paths)
          (harness shell) (srfi 1) (tein safe-regexp))
  (begin
    (define-policy secret-files
      "Files that hold credentials are not read."
      (parameters
       (files '(".env" ".env.*" "!.env.example" "!.env.example.*" "!.env.*.example" "!.env.sample" "!.env.template" "!.env.dist"
                "!.env.defaults" "!.env.schema" "*.env" "!process.env" "!import.meta.env"
                "!example.env" "!sample.env" "!template.env" ".envrc"
                "*.pem" "*.key" "!*.pub" "id_rsa" "id_ed25519" "id_ecdsa" "id_dsa"
                "**/.aws/credentials" ".netrc" ".pgpass" ".npmrc" ".pypirc"
                "**/.docker/config.json" "**/.kube/config" ".git-credentials"
                "**/.config/gh/hosts.yml" "*.p12" "*.pfx" "*.kdbx" "*.tfstate"
                "**/proc/*/environ" "/etc/shadow" "/etc/gshadow" "*.jks" "*.keystore" "*.ppk"
                "credentials.json" "service-account*.json" "service_account*.json"
                "**/.config/gcloud/application_default_credentials.json"
                "**/.config/gcloud/*.db" "**/.config/rclone/rclone.conf" "**/.azure/accessTokens.json"
                "**/.azure/msal_token_cache*" "**/.gnupg/" ".vault-token" "credentials.tfrc.json"
                "**/.cargo/credentials*" "**/.gem/credentials" ".my.cnf" ".htpasswd" ".s3cfg" ".boto"
                "secrets.json" "secrets.yml" "secrets.yaml" "secrets.toml"
                "**/.ssh/*" "**/.ssh/id_rsa" "!**/.ssh/*.pub" "!**/.ssh/config" "!**/.ssh/config.d/*" "!**/.ssh/known_hosts*"
                "!**/.ssh/authorized_keys*" "!**/.ssh/environment" "**/.claude/.credentials.json" "**/.codex/auth.json" "**/.gemini/oauth_creds.json"
                "**/.aws/sso/cache/" "**/.m2/settings.xml" "**/.gradle/gradle.properties" "**/.composer/auth.json"
                "**/.password-store/" "**/.local/share/keyrings/" "**/secrets/kubernetes.io/")
              "lines as in a .gitignore")
       (harmless '("ls" "stat" "test" "[" "touch" "rm" "chmod" "echo" "printf"
                   "mkdir" "ssh-add" "ssh-copy-id")
                 "programs that do not show what is in a file"))
      (once (checked (check-lines 'files files)))
      (pre_tool payload
        (let ((answer (if (shell-text payload)
                          (judge-words payload "\\.env\\b|\\.pem\\b|id_rsa|credentials"
                            (lambda (command)
                              (if (member (command-name command) harmless)
                                  '()
                                  (shown command)))
                            (lambda (words) (judge words files))
                            files)
                          '())))
          (cond ((not (null? answer)) answer)
                ((or (equal? (payload-ref payload "tool_name") "shell_exec") (written-path payload)) '())
                (else (judge (tool-paths payload) files))))))

    ;; a program that has its own settings, or its key, from a file does not show it
    (define (shown command)
      (let* ((words (command-reads command))
             (fed (count reads? (command-redirects command)))  ; they stand in front
             (own (apply option command (settings-of command)))
             (own (if (and own (not (find-word "^(env|printenv|export|set|(ba|da|z)?sh)$" (command-arguments command)))
                           (not (prints-settings? command)))
                      (list own)
                      '())))
        (cond ((null? words) '())
              ((makes-keys? command) (take words fed))
              (else (append (take words fed)
                            (fold without-one (drop words fed) (append own (identities command))))))))

    (define (reads? redirect) (member (redirect-operator redirect) '("<" "<>")))

    ;; ssh-keygen, unless it writes a key in another form
    (define (makes-keys? command)
      (and (equal? (command-name command) "ssh-keygen") (not (flag? command "y" "p" "e" "i"))))

    ;; the keys that ssh and the like log in with, and how rsync calls it
    (define (identities command)
      (let ((words (command-arguments command)))
        (cond ((member (command-name command) '("ssh" "scp" "sftp" "mosh" "autossh" "sshfs"))
               (append (behind "^-[A-Za-z]*i$" words)
                       (filter (lambda (word) (regexp-search "(?i)^(-o)?IdentityFile[= ]" (word-known word))) words)))
              ((equal? (command-name command) "rsync") (behind "^(--rsh|-[A-Za-z]*e)$" words))
              (else '()))))

    (define (behind pattern words)
      (cond ((or (null? words) (null? (cdr words))) '())
            ((regexp-search pattern (word-known (car words))) (cons (cadr words) (behind pattern (cdr words))))
            (else (behind pattern (cdr words)))))

    ;; the words, but for one that names the same file
    (define (without-one own words)
      (let*-values (((told) (file-of own))
                    ((before found) (break (lambda (word) (string=? told (file-of word))) words)))
        (append before (if (pair? found) (cdr found) '()))))

    ;; default=x, -oIdentityFile=x, and x/, with all in it, are x
    (define (file-of word)
      (regexp-replace-all "^(-o)?[A-Za-z]+[= ]|/$" (word-known word) ""))

    ;; they run a program in the environment that a file says
    (define %loaders '("dotenv" "dotenvx" "dotenv-cli" "env-cmd" "foreman" "honcho" "nf"))

    (define (prints-settings? command)
      (or (and (member (command-name command) %loaders)
               (or (flag? command "p") (find-word "^(list|get|ls)$" (command-arguments command))))
          (and (member (command-name command) '("docker" "podman" "docker-compose"))
               (find-word "^(config|convert)$" (subcommand command)))))

    ;; options whose file a program needs for itself
    (define (settings-of command)
      (let ((name (command-name command)))
        (cond ((member name '("ssh" "scp" "sftp" "autossh" "openssl")) '())
              ((equal? name "rsync") '("rsh"))
              ((member name '("docker" "podman" "mosh")) '("env-file" "ssh"))
              ((member name %loaders) '("e" "f" "env-file" "file"))
              (else '("env-file" "kubeconfig" "key" "cert" "cacert" "private-key" "key-file" "ssl-key" "tls-key"
                      "netrc-file" "keyfile" "certfile" "ssl-keyfile" "https-key" "ssh-key-file")))))

    (define (judge words files)
      (let ((found (path-find words files)))
        (if found
            (object 'files (told "there are credentials in this file: "
                                 (word-source found)))
            '())))))

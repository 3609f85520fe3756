;;; (harness policies secret-files)

(define-library (harness policies secret-files)
  (export secret-files)
  (import (scheme base) (harness policy) (harness answers) (harness paths)
          (harness shell) (srfi 1))
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
                "**/.ssh/*" "!**/.ssh/*.pub" "!**/.ssh/config" "!**/.ssh/config.d/*" "!**/.ssh/known_hosts*"
                "!**/.ssh/authorized_keys*" "!**/.ssh/environment" "**/.claude/.credentials.json" "**/.codex/auth.json" "**/.gemini/oauth_creds.json"
                "**/.aws/sso/cache/" "**/.m2/settings.xml" "**/.gradle/gradle.properties" "**/.composer/auth.json"
                "**/.password-store/" "**/.local/share/keyrings/" "**/secrets/kubernetes.io/")
              "lines as in a .gitignore")
       (harmless '("ls" "stat" "test" "[" "touch" "rm" "chmod" "echo" "printf"
                   "mkdir")
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

    ;; a program that has its own settings from a file does not show it
    (define (shown command)
      (let ((own (apply option command (settings-of command))))
        (if (and own (not (find-word "^(env|printenv|export|set|(ba|da|z)?sh)$" (command-arguments command)))
                 (not (prints-settings? command)))
            (remove (lambda (word) (equal? word own)) (command-reads command))
            (command-reads command))))

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
        (cond ((member name '("ssh" "scp" "sftp" "ssh-add" "mosh" "autossh")) '("i"))
              ((equal? name "openssl") '())
              ((member name %loaders) '("e" "f" "env-file" "file"))
              (else '("env-file" "kubeconfig" "key" "cert" "cacert" "private-key" "key-file" "ssl-key" "tls-key"
                      "netrc-file" "keyfile" "certfile" "ssl-keyfile" "https-key")))))

    (define (judge words files)
      (let ((found (path-find words files)))
        (if found
            (object 'files (told "there are credentials in this file: "
                                 (word-source found)))
            '())))))

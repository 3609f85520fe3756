;;; (harness policies production)

(define-library (harness policies production)
  (export production)
  (import (scheme base) (harness policy) (tein safe-regexp) (srfi 1)
          (harness shell))
  (begin
    (define-policy production
      "Nothing that is named production is touched."
      (parameters
       (names '("prod" "production" "live") "words that name it")
       (programs '("ssh" "psql" "mysql" "mongosh" "redis-cli" "kubectl" "helm" "aws" "gcloud" "az" "heroku" "fly"
                   "flyctl" "terraform" "ansible" "ansible-playbook" "vercel" "netlify" "rails" "rake" "artisan" "manage.py" "cypher-shell" "scp" "rsync" "cap" "eb" "sqlcmd")
                 "programs that could"))
      (pre_tool payload
        (let ((pattern (told "(?i)(^|[^a-z])(" (joined names) ")([^a-z]|$)")))
          (judge-commands payload pattern
            (lambda (command)
              (if (and (member (command-name command) programs)
                       (or (any (lambda (word) (regexp-search pattern (word-source word)))
                                (command-arguments command))
                           (any (lambda (entry)
                                  (and (string? (cdr entry)) (regexp-search pattern (cdr entry))))
                                (command-assignments command))))
                  (object 'names (told "this touches production: " (command-source command)))
                  '()))
            programs))))

    (define (joined names)
      (if (null? (cdr names))
          (car names)
          (string-append (car names) "|" (joined (cdr names)))))))

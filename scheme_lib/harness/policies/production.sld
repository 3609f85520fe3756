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
                   "flyctl" "terraform" "ansible" "ansible-playbook" "vercel" "netlify" "rails" "rake" "artisan" "manage.py" "cypher-shell" "scp" "rsync" "cap" "eb" "sqlcmd"
                   "knex" "prisma" "sequelize" "typeorm" "drizzle-kit" "alembic" "flyway" "liquibase" "dbmate" "mix")
                 "programs that could"))
      (once (some (check-parameter 'names names pair? "at least one word"))
            (pattern (told "(?i)(^|[^a-z])(" (joined names) ")([^a-z]|$)")))
      (pre_tool payload
        (judge-commands payload pattern
          (lambda (command)
            (if (and (or (member (command-name command) programs) (runs-script? command))
                     (or (any (lambda (word) (and (not (query? command word)) (regexp-search pattern (word-source word))))
                              (command-arguments command))
                         (any (lambda (entry)
                                (if (string? (cdr entry))
                                    (regexp-search pattern (cdr entry))
                                    (regexp-search (told "^\\S*" pattern) (command-source command))))
                              (command-assignments command))))
                (object 'names (told "this touches production: " (command-source command)))
                '()))
          #f
          names)))

    ;; npm run db:migrate: by its name a script that changes what runs somewhere
    (define (runs-script? command)
      (and (member (command-name command) '("npm" "pnpm" "yarn" "bun"))
           (find-word "^([a-z]+[:_-])*(migrat\\w*|seed\\w*|deploy\\w*|release|rollback|db)([:_-][a-z]+)*$" (subcommand command))))

    ;; a text for a database: its tables may be called anything
    (define (query? command word)
      (and (member (command-name command) '("psql" "mysql" "mongosh" "sqlcmd"))
           (regexp-search "(?i)^\\s*(select|insert|update|with|show|explain|create|delete)\\s" (word-known word))))

    (define (joined names)
      (if (null? (cdr names))
          (car names)
          (string-append (car names) "|" (joined (cdr names)))))))

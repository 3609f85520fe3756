;;; (harness policies sql-destruction)

(define-library (harness policies sql-destruction)
  (export sql-destruction)
  (import (scheme base) (harness policy) (harness answers)
          (tein safe-regexp) (srfi 1) (harness shell))
  (begin
    (define-policy sql-destruction
      "No table is dropped or emptied, and no row is changed without a condition."
      (parameters)
      (pre_tool payload
        (let ((query (query-of payload)))
          (if query
              (if (destroys? query) (refuse query) '())
              (judge-commands payload "(?i)\\b(drop|truncate)\\b"
                (lambda (command)
                  (cond ((resets? command) (refuse (command-source command)))
                        ((find destroys? (statements command)) => refuse)
                        (else '())))
                #f
                %parts)))))

    ;; one of these stands in all that is objected to
    (define %parts
      '("sql" "mariadb" "duckdb" "clickhouse" "cockroach" "bq" "mongo" "redis"
        "pgcli" "mycli" "dropdb" "db:" "prisma" "-for" "-acc" "migrate:" "flush"
        "reset_db" "supabase" "alembic"))

    (define (refuse what)
      (object #f (told "this destroys data: " what)))

    ;; what a tool of a database server is given
    (define (query-of payload)
      (let-fields payload (tool_name)
        (and (string? tool_name)
             (regexp-search "(?i)^mcp:.*(sql|postgres|mysql|sqlite|database|db|query|supabase|snowflake|bigquery)" tool_name)
             (let loop ((keys '("arguments.sql" "arguments.query" "arguments.statement")))
               (cond ((null? keys) #f)
                     ((string? (payload-ref payload (car keys)))
                      (payload-ref payload (car keys)))
                     (else (loop (cdr keys))))))))

    (define %clients
      '("psql" "mysql" "mariadb" "sqlite3" "sqlcmd" "duckdb" "clickhouse-client"
        "cockroach" "snowsql" "bq" "mongosh" "mongo" "redis-cli" "usql" "pgcli" "mycli"))

    (define (statements command)
      (if (any (lambda (word) (member word %clients)) (programs command))
          (append (map word-source (command-arguments command))
                  (if (string? (command-input command))
                      (list (command-input command))
                      '()))
          '()))

    ;; its own name, or what a container or machine is to run
    (define (programs command)
      (if (member (command-name command) '("docker" "podman" "docker-compose" "kubectl" "ssh" "fly" "heroku"))
          (command-arguments command)
          (list (command-name command))))

    (define (destroys? text)
      (let ((text (regexp-replace-all "--[^\\n]*|/\\*[^*]*\\*/" text " ")))
        (or (regexp-search "(?i)\\bdrop\\s+(table|database|schema|view|index|column|user|role|materialized)\\b" text)
            (regexp-search "(?i)\\btruncate\\s+(table\\s+)?[\\w\".`]+" text)
            (regexp-search "(?i)\\balter\\s+table\\b[^;]*\\bdrop\\b" text)
            (any unconditional? (regexp-split ";" text))
            (regexp-search "(?i)\\b(flushall|flushdb)\\b" text)
            (regexp-search "dropDatabase\\(|\\.drop\\(\\)|deleteMany\\(\\s*(\\{\\s*\\})?\\s*\\)" text))))

    (define (unconditional? statement)
      (and (regexp-search "(?i)^\\s*[\"']?\\s*(delete\\s+from\\s+[\\w\".`]+|update\\s+[\\w\".`]+\\s+set\\b)" statement)
           (not (regexp-search "(?i)\\bwhere\\b" statement))))

    (define (resets? command)
      (let ((name (command-name command)) (words (command-words command)))
        (cond ((equal? name "dropdb") #t)
              ((member name '("rails" "rake" "bin/rails" "bundle"))
               (any (lambda (word) (member word '("db:drop" "db:reset" "db:schema:load" "db:migrate:reset" "db:purge"))) words))
              ((member name '("prisma" "npx" "pnpm" "yarn" "bunx"))
               (or (and (member "prisma" words) (member "reset" words))
                   (flag? command "force-reset" "accept-data-loss")))
              ((member name '("php" "artisan"))
               (any (lambda (word) (member word '("migrate:fresh" "migrate:reset" "db:wipe"))) words))
              ((member name '("python" "python3" "manage.py" "django-admin"))
               (any (lambda (word) (member word '("flush" "reset_db" "sqlflush"))) words))
              ((equal? name "supabase") (and (member "db" words) (member "reset" words)))
              ((equal? name "alembic") (and (member "downgrade" words) (member "base" words)))
              ((equal? name "mysqladmin") (member "drop" words))
              (else #f))))))

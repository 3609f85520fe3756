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
              (if (or (destroys? query) (drops? payload)) (refuse query) '())
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
        "reset_db" "supabase" "alembic" "cqlsh" "influx" "turso" "delete_all" "destroy_all" "schema:drop"
        "downgrade" "ecto." "database" "dbmate" "drizzle" "restore" "dropuser" "execute" "query("
        ":9200" ":7700" ":5984" "_all" " zero" "rollback" "pg:reset" "wp "))

    (define (refuse what)
      (object #f (told "this destroys data: " what)))

    ;; what a tool of a database server is given
    (define (query-of payload)
      (let-fields payload (tool_name)
        (and (string? tool_name)
             (regexp-search "(?i)^mcp:.*(sql|postgres|\\bpg\\b|neon|mongo|duckdb|clickhouse|mysql|sqlite|database|db|query|supabase|snowflake|bigquery)" tool_name)
             (let ((texts (reverse (texts-in (payload-ref payload "arguments" '()) '()))))
               (if (or (pair? texts) (drops? payload)) (joined texts) #f)))))

    ;; a tool whose very name says it
    (define (drops? payload)
      (regexp-search "(?i)(drop|truncate|wipe|flush)[-_]?(collection|database|table|index|schema|db|all|keyspace)"
                     (payload-ref payload "tool_name" "")))

    (define (texts-in x found)
      (cond ((string? x) (cons x found))
            ((not (pair? x)) found)
            ((and (pair? (car x)) (string? (caar x)))  ; a key and its value, or a list of texts
             (texts-in (cdr x)
                       (texts-in (cdar x) (if (regexp-search "\\s" (caar x)) (cons (caar x) found) found))))
            (else (texts-in (cdr x) (texts-in (car x) found)))))

    (define (joined texts)
      (apply string-append (map (lambda (text) (string-append text ";\n")) texts)))

    (define %clients
      '("psql" "mysql" "mariadb" "sqlite3" "sqlcmd" "duckdb" "clickhouse-client"
        "cockroach" "snowsql" "bq" "mongosh" "mongo" "mongos" "redis-cli" "usql" "pgcli" "mycli" "cqlsh" "mysqlsh" "turso" "dolt" "valkey-cli"
        "pg:psql"))

    (define (statements command)
      (if (any (lambda (word) (member word %clients)) (programs command))
          (append (map word-source (command-arguments command))
                  (if (string? (command-input command))
                      (list (command-input command))
                      '()))
          (let ((code (command-code command)))
            (if (and code (regexp-search "execute|query\\(|\\.exec\\(|raw\\(" code))
                (list (regexp-replace-all "[\"'`]" code ";"))
                '()))))

    ;; its own name, or what a container or machine is to run
    (define (programs command)
      (if (member (command-name command) '("docker" "podman" "docker-compose" "kubectl" "ssh" "fly" "heroku"))
          (command-arguments command)
          (list (command-name command))))

    (define (destroys? text)
      (let* ((text (regexp-replace-all "--[^\\n]*|/\\*[^*]*\\*/" text " "))
             ;; how an index of a running system is made anew: no row is lost
             (text (regexp-replace-all "(?i)\\bdrop\\s+index\\s+concurrently\\b" text " "))
             (text (if (regexp-search "(?i)\\b(execute|do)\\b" text)
                       text
                       (regexp-replace-all "([(=,]|(?i:\\b(?:select|values|like|is|in|then|else|as|or|and)))\\s*'[^']*'" text "\\1 ''"))))
        (or (regexp-search "(?i)\\bdrop\\s+(table|database|schema|view|index|column|user|role|materialized|keyspace|tablespace|owned|collection|tables)\\b" text)
            (regexp-search "(?i)\\btruncate\\s+(table\\s+)?[\\w\".`]+" text)
            (regexp-search "(?i)\\balter\\s+table\\b[^;]*\\bdrop\\b" text)
            (any unconditional? (regexp-split ";" text))
            (regexp-search "(?i)\\b(flushall|flushdb)\\b" text)
            (regexp-search "dropDatabase\\(|\\.drop\\(\\)|(deleteMany|remove)\\(\\s*(\\{\\s*\\})?\\s*\\)|\\b(delete|destroy)_all\\b" text))))

    (define (unconditional? statement)
      (and (regexp-search "(?i)^\\s*[\"']?\\s*(delete\\s+from\\s+[\\w\".`]+|update\\s+[\\w\".`]+\\s+set\\b)" statement)
           (or (not (regexp-search "(?i)\\bwhere\\b" statement))
               (regexp-search "(?i)\\bwhere\\s+(true|1|1\\s*=\\s*1|'?(\\w)'?\\s*=\\s*'?\\w'?)\\s*[\"']?\\s*$" statement))))

    (define (resets? command)
      (let ((name (command-name command)) (words (command-words command)))
        (cond ((member name '("dropdb" "dropuser")) #t)
              ((equal? name "heroku") (and (member "pg:reset" words) #t))
              ((member name '("pg_restore" "mongorestore")) (flag? command "c" "clean" "drop"))
              ((member name '("mix" "sequelize" "sequelize-cli" "typeorm" "mikro-orm" "ecto" "knex" "sqlx" "diesel" "dbmate" "drizzle-kit" "flask" "influx"))
               (or (find-word "^(ecto\\.(drop|reset)|db:drop(:all)?|schema:drop|drop|delete)$" (cdr words))
                   (and (find-word "^(database|downgrade)$" words) (find-word "^(drop|reset|base)$" words))
                   (and (find-word "^migrate:rollback$" words) (flag? command "all"))))
              ((equal? name "curl")
               (and (or (member (option command "X" "request") '("DELETE" "delete")))
                    (find-word ":(9200|7700|5984|6333)\\b|/_all\\b|/_data_stream/" words)))
              ((member name '("redis-cli" "valkey-cli"))
               (and (member "xargs" (command-through command)) (find-word "^(?i:del|unlink)$" words)))
              ((and (member name '("rails" "bin/rails")) (find-word "\\b(delete|destroy)_all\\b|drop_table" words)) #t)
              ((member name '("rails" "rake" "bin/rails" "bundle"))
               (any (lambda (word) (member word '("db:drop" "db:drop:all" "db:truncate_all" "db:reset" "db:schema:load" "db:migrate:reset" "db:purge"))) words))
              ((member name '("prisma" "npx" "pnpm" "yarn" "bunx"))
               (or (and (member "prisma" words) (member "reset" words))
                   (flag? command "force-reset" "accept-data-loss")))
              ((member name '("php" "artisan"))
               (any (lambda (word) (member word '("migrate:fresh" "migrate:reset" "db:wipe"))) words))
              ((and (member name '("python" "python3" "manage.py" "django-admin"))
                    (member "migrate" words) (member "zero" words))
               #t)
              ((member name '("python" "python3" "manage.py" "django-admin"))
               (any (lambda (word) (member word '("flush" "reset_db" "sqlflush"))) words))
              ((equal? name "supabase") (and (member "db" words) (member "reset" words)))
              ((equal? name "alembic") (and (member "downgrade" words) (member "base" words)))
              ((equal? name "wp") (and (runs? command "wp" "db") (find-word "^(reset|drop|clean)$" words) #t))
              ((equal? name "bq") (and (member (command-verb command) '("rm" "truncate")) #t))
              ((equal? name "dotnet") (and (runs? command "dotnet" "ef" "database" "drop") (not (flag? command "dry-run"))))
              ((equal? name "mysqladmin") (member "drop" words))
              (else #f))))))

;;; (harness policies tests-before-stop)

(define-library (harness policies tests-before-stop)
  (export tests-before-stop)
  (import (scheme base) (harness policy) (harness answers) (srfi 1)
          (harness paths) (harness shell) (harness session)
          (tein safe-regexp))
  (begin
    (define-policy tests-before-stop
      "The turn does not end while files have been edited since the tests ran."
      (parameters
       (tests '("pytest" "python -m pytest" "python3 -m pytest" "python -m unittest"
                "python3 -m unittest" "manage.py test" "npm test" "npm run test" "npm t"
                "pnpm test" "pnpm run test" "yarn test" "yarn run test" "bun test" "bun run test"
                "deno test" "deno task test" "cargo test" "cargo nextest" "go test" "make test"
                "make check" "tox" "nox" "mvn test" "mvn verify" "gradle test" "gradle check" "ctest" "rspec"
                "rake test" "rake spec" "rails test" "vitest" "jest" "mocha" "ava" "playwright test"
                "cypress run" "nx test" "turbo test" "turbo run test" "mix test" "phpunit" "pest"
                "artisan test" "composer test" "dotnet test" "swift test" "flutter test" "dart test"
                "sbt test" "bazel test" "zig build test" "stack test" "cabal test" "dune test"
                "lein test" "just test" "task test" "hatch test" "chibi-hooks test")
              "how their commands begin, without options of the program's own")
       (files '("*.py" "*.js" "*.ts" "*.tsx" "*.jsx" "*.go" "*.rs" "*.java" "*.kt"
                "*.c" "*.h" "*.cpp" "*.cc" "*.rb" "*.php" "*.cs" "*.swift" "*.scm"
                "*.ex" "*.exs" "*.scala" "*.vue" "*.svelte" "*.mjs" "*.cjs" "*.hpp" "*.lua" "*.zig"
                "*.hs" "*.ml" "*.clj" "*.dart" "*.erl" "*.sld")
              "files for which there are tests, as in a .gitignore"))
      (once (checked (check-lines 'files files))
            (runs (map (lambda (each) (regexp-split " " each)) tests)))
      (post_tool payload
        (let ((path (written-path payload)) (line (shell-text payload)))
          (cond ((and path (path-matches? path files))
                 (session-set! "tests-before-stop" path)
                 '())
                ((and line (tests? line runs))
                 (session-delete! "tests-before-stop")
                 '())
                (else '()))))
      (pre_stop payload
        (let ((path (session-ref "tests-before-stop")))
          (if path
              (keep-going (told "You edited " path " and no test has run since: run the tests, and mend what they find. [policy tests-before-stop, parameter tests]"))
              '()))))

    (define (tests? line runs)
      (let ((commands (shell-commands line)))
        (and (not (unparsed? commands))
             (any (lambda (command)
                    (and (not (flag? command "version" "help" "h" "collect-only" "no-run" "list" "listTests" "dry-run"))
                         (any (lambda (each) (runs-it? command each)) runs)))
                  commands))))

    (define (runs-it? command words)
      (and (equal? (program command) (car words))
           (or (begins-with? (command-arguments command) (cdr words))
               (begins-with? (subcommand command) (cdr words))
               (and (member (car words) %takes-goals) (pair? (cdr words)) (null? (cddr words))
                    (any (lambda (word) (goal? (word-known word) (cadr words))) (subcommand command))))))

    ;; the one of several that a project brings along, or of one version
    (define (program command)
      (let ((name (or (command-name command) "")))
        (regexp-case name
          ("^(gradle|mvn)w$" => (lambda (found) (regexp-match-submatch found 1)))
          ("^(python3?)[.\\d]*$" => (lambda (found) (regexp-match-submatch found 1)))
          (else name))))

    ;; programs that are given any number of things to do
    (define %takes-goals '("make" "mvn" "gradle" "just" "rake" "task" "sbt"))

    ;; :app:test
    (define (goal? word goal)
      (or (string=? word goal)
          (regexp-matches? (string-append ".*:" goal) word)))

    (define (begins-with? words start)
      (or (null? start)
          (and (pair? words)
               (equal? (car words) (car start))
               (begins-with? (cdr words) (cdr start)))))))

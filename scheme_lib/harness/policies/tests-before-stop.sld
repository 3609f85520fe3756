;;; (harness policies tests-before-stop)

(define-library (harness policies tests-before-stop)
  (export tests-before-stop)
  (import (scheme base) (harness policy) (harness answers) (srfi 1)
          (harness paths) (harness shell) (harness session))
  (begin
    (define-policy tests-before-stop
      "The turn does not end while files have been edited since the tests ran."
      (parameters
       (tests '("pytest" "python -m pytest" "python3 -m pytest" "npm test" "npm run test"
                "pnpm test" "yarn test" "bun test" "cargo test" "go test" "make test"
                "make check" "tox" "nox" "mvn test" "gradle test" "ctest" "rspec"
                "bundle exec rspec" "vitest" "jest" "npx vitest" "npx jest" "mix test"
                "dotnet test" "uv run pytest" "poetry run pytest" "just test")
              "how their commands begin")
       (files '("*.py" "*.js" "*.ts" "*.tsx" "*.jsx" "*.go" "*.rs" "*.java" "*.kt"
                "*.c" "*.h" "*.cpp" "*.cc" "*.rb" "*.php" "*.cs" "*.swift" "*.scm"
                "*.ex" "*.scala")
              "files for which there are tests, as in a .gitignore"))
      (post_tool payload
        (let ((path (written-path payload)) (line (shell-text payload)))
          (cond ((and path (path-matches? path files))
                 (session-set! "tests-before-stop" path)
                 '())
                ((and line (tests? line tests))
                 (session-delete! "tests-before-stop")
                 '())
                (else '()))))
      (pre_stop payload
        (let ((path (session-ref "tests-before-stop")))
          (if path
              (keep-going (told "You edited " path " and no test has run since: run the tests, and mend what they find. [policy tests-before-stop, parameter tests]"))
              '()))))

    (define (tests? line tests)
      (let ((commands (shell-commands line)))
        (and (not (unparsed? commands))
             (any (lambda (command)
                    (let ((text (command-source command)))
                      (any (lambda (each) (begins-with? text each)) tests)))
                  commands))))

    (define (begins-with? text start)
      (let ((n (string-length start)))
        (and (>= (string-length text) n)
             (string=? (substring text 0 n) start)
             (or (= (string-length text) n)
                 (char=? (string-ref text n) #\space)))))))

;;; (harness policies test-integrity)

(define-library (harness policies test-integrity)
  (export test-integrity)
  (import (scheme base) (harness policy) (harness answers)
          (tein safe-regexp) (srfi 1) (harness paths) (harness shell))
  (begin
    (define-policy test-integrity
      "Tests are made to pass, not to be silent."
      (parameters
       (tests '("test/" "tests/" "spec/" "__tests__/" "test_*.py" "*_test.py" "*_test.go"
                "*.test.*" "*.spec.*" "*_spec.rb" "*Test.java" "*Tests.cs" "*_test.rs" "*_test.dart"
                "*_test.exs" "*Test.kt")
              "files that are tests, as in a .gitignore"))
      (once (checked (check-lines 'tests tests)))
      (pre_tool payload
        (let ((path (written-path payload)) (text (written-text payload)))
          (cond ((and path text)
                 (cond ((and (path-matches? path tests) (adds? payload text %skips))
                        (object 'tests (told path ": this skips a test")))
                       ((adds? payload text %silencers)
                        (object #f (told path ": this silences a whole check; mend what it says")))
                       (else '())))
                (else
                 (let ((answer (judge-commands payload "\\brm\\b.*test"
                                 (lambda (command)
                                   (let ((found (find (lambda (word) (test? word tests)) (gone command))))
                                     (if found (object 'tests (told "this deletes a test: " found)) '())))
                                 '("rm" "git" "unlink" "shred" "truncate" "mv" "find" "rimraf")
                                 %parts)))
                   (if (null? answer)
                       (judge-commands payload "^$" (lambda (command) (written command tests)) #f %skipping)
                       answer)))))))

    ;; a command line that writes a skip into a test
    (define (written command tests)
      (let ((text (cond ((member (command-name command) '("sed" "gsed" "perl")) (joined (command-arguments command)))
                        ((command-input command))
                        ((member (command-name command) '("echo" "printf")) (joined (command-arguments command)))
                        (else #f))))
        (if (and text (regexp-search-any (cons %renames %skips) text))
            (let ((found (find (lambda (word) (test? word tests)) (command-changes command))))
              (if found (object 'tests (told found ": this skips a test")) '()))
            '())))

    (define (joined words)
      (if (null? words) "" (string-append (word-known (car words)) "\n" (joined (cdr words)))))

    ;; s/def test_a/def _test_a/, s/it(/xit(/
    (define %renames "/(def |func )?(_+|x|no|skip|off)_?[tT]est_?|/x(it|describe|test|context)\\b|/(it|test|describe)\\\\?\\.(skip|only|todo)")

    ;; in a text that does so one of these is found
    (define %skipping "skip|xfail|only|todo|_test|xit|xdescribe|xtest|xcontext|fit|fdescribe|ignore|disabled|enabled|incomplete|assert|expect|[/_]x|notest|offtest")

    ;; what a command deletes, empties or takes away
    (define (gone command)
      (let ((name (command-name command)))
        (cond ((or (member name '("rm" "unlink" "shred" "truncate" "find" "rimraf"))
                   (runs? command "git" "rm"))
               (append (command-changes command) (if (equal? name "find") '() (operands command "s" "size"))))
              ((equal? name "mv")
               (let ((words (reverse (operands command))))
                 (if (and (pair? words)
                          (regexp-search "^/tmp|^/dev/null|\\.(bak|old|off|disabled|skip)$|^/var/tmp" (word-known (car words))))
                     (cdr words)
                     '())))
              (else '()))))

    (define (test? word tests)
      (and (string? word) (not (string=? word ""))
           (path-matches? word tests)
           (not (regexp-search "^/(tmp|var/tmp|private/tmp)/|(^|/)(__pycache__|node_modules|\\.pytest_cache|build|dist|target)(/|$)|\\.(pyc|log|tmp)$" word))))

    ;; one of these stands in all that is objected to
    (define %parts
      '("rm" "rimraf" "unlink" "shred" "truncate" "mv" "-delete"))

    ;; what stood there before is nobody's doing now
    (define (adds? payload text patterns)
      (let ((old (payload-ref payload "arguments.old" "")))
        (and (regexp-search-any patterns text)
             (not (and (string? old) (regexp-search-any patterns old))))))

    (define %skips
      '("@pytest\\.mark\\.(skip|xfail)|\\bpytestmark\\s*=.*\\b(skip|xfail)|\\bself\\.skipTest\\(|\\bpytest\\.skip\\(|@unittest\\.(skip|expectedFailure)"
        "\\b(it|test|describe|context)\\.(skip|only|todo)\\(|\\bx(it|describe|test|context)\\(|(?m:^\\s*x(it|describe|context|specify)\\s+['\"])|\\bmarkTest(Skipped|Incomplete)\\(|@tag\\s+:skip|@Test\\(enabled\\s*=\\s*false|\\bf(it|describe)\\("
        "\\bt\\.Skip(f|Now)?\\(|#\\[ignore|@Ignore\\b|@Disabled\\b|\\[Ignore\\]"
        "(?m:\\bassert\\s+True[ \\t]*(#|/|$))|expect\\((true|1)\\)\\.toBe\\((true|1)\\)|\\bassertTrue\\(\\s*(True|true)\\s*\\)"))

    (define %silencers
      '("(?m)^\\s*#\\s*(type:\\s*ignore|mypy:\\s*ignore-errors|ruff:\\s*noqa|flake8:\\s*noqa|pylint:\\s*skip-file)\\s*$"
        "/\\*\\s*eslint-disable\\s*\\*/|//\\s*@ts-nocheck|#!\\[allow\\((clippy::all|warnings)\\)\\]|(?m)^//\\s*nolint:?all"))))

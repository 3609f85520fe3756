;;; (harness policies format-after-edit)

(define-library (harness policies format-after-edit)
  (export format-after-edit)
  (import (scheme base) (harness policy) (harness answers)
          (tein safe-regexp) (srfi 1) (harness paths))
  (begin
    (define-policy format-after-edit
      "Who edits a file is told how it is formatted and checked."
      (parameters
       (commands '("*.py: ruff format and ruff check" "*.rs: cargo fmt"
                   "*.go: gofmt -w" "*.ts: prettier --write"
                   "*.tsx: prettier --write" "*.js: prettier --write")
                 "texts of a pattern as in a .gitignore, a colon, and what to run"))
      (once
       (patterns (map before-colon commands)))
      (post_tool payload
        (let* ((path (written-path payload))
               (found (and path
                           (path-matches? path patterns)
                           (find (lambda (each) (path-matches? path (before-colon each))) commands))))
          (if found
              (context (string-append "You edited " path ". Before you go on, run"
                                      (behind-colon found) " on it, and mend what it says."))
              '()))))

    (define (before-colon text) (car (regexp-split ":" text)))
    (define (behind-colon text) (regexp-replace "^[^:]*:" text ""))))

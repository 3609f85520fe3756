;;; (harness policies lock-files)

(define-library (harness policies lock-files)
  (export lock-files)
  (import (scheme base) (harness policy) (srfi 1) (harness paths)
          (harness shell))
  (begin
    (define-policy lock-files
      "Lock files are made by their tools, never edited."
      (parameters
       (files '("package-lock.json" "yarn.lock" "pnpm-lock.yaml" "bun.lock" "bun.lockb"
                "poetry.lock" "uv.lock" "Pipfile.lock" "pdm.lock" "Cargo.lock"
                "Gemfile.lock" "composer.lock" "go.sum" "flake.lock" "mix.lock"
                "Package.resolved" "Podfile.lock" "pubspec.lock")
              "their names"))
      (pre_tool payload
        (let ((path (written-path payload)))
          (if path
              (if (member (path-name path) files) (refuse path) '())
              (judge-commands payload "\\block\\b.*>|sed.*\\block\\b"
                (lambda (command)
                  (let ((found (find (lambda (word)
                                       (member (path-name (word-known word)) files))
                                     (changed command))))
                    (if found (refuse (word-known found)) '())))
                #f
                files)))))

    (define (refuse path)
      (object 'files (told "let its tool make this file, do not edit it: " path)))

    (define (changed command)
      (if (member (command-name command) '("git" "rm"))  ; they bring it back, or make room for a new one
          (writes-to command)
          (filter (lambda (word) (not (string=? (word-known word) "")))
                  (command-changes command))))))

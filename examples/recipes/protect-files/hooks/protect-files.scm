;;; Some files are not the agent's: settings, keys, lock files.

(import (harness paths))

(define protected '("*.pem" ".env*" "!.env.example" "*.lock" "/.github/"))

(define-hook pre_tool payload
  (let ((touched (filter protected? (relative-paths payload))))
    (if (or (null? touched) (reads? payload))
        (no-opinion)
        (block (string-append (car touched) " is not yours to change.")))))

(define (protected? path) (apply path-matches? path protected))

(define (reads? payload)
  (equal? (payload-ref payload "tool_name") "file_read"))

;; What a call names, a command line included, as seen from the project.
(define (relative-paths payload)
  (let ((root (string-append (payload-ref payload "cwd" "") "/")))
    (map (lambda (path)
           (if (string-prefix? root path)
               (substring path (string-length root) (string-length path))
               path))
         (tool-paths payload))))

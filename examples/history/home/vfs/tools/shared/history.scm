;;; Keeps what virtual files were before each write of a tool, and shows,
;;; compares and brings back earlier versions.
;;;
;;; The versions of vfs:///shared/a.md are vfs:///history/shared/a.md/1, 2, …;
;;; only the host writes there, so this file needs the tier unsandboxed.

(import (scheme base) (chibi diff) (harness io) (harness tools) (harness hooks))

(define most-kept 50)

;;; versions

(define (folder path)
  (string-append "vfs:///history"
                 (substring path (string-length "vfs://") (string-length path))))

(define (version-path path number)
  (string-append (folder path) "/" (number->string number)))

(define (versions path)
  (list-sort < (filter exact-integer?
                       (map string->number (io-list (folder path))))))

(define (version path number)
  (io-read (version-path path number)))

(define (keep path)
  (let ((text (io-read path))
        (kept (versions path)))
    (when (and text
               (or (null? kept)
                   (not (equal? text (version path (last kept))))))
      (io-write (version-path path (if (null? kept) 1 (+ (last kept) 1))) text)
      (when (>= (length kept) most-kept)
        (io-delete (version-path path (car kept)))))))

(define-hook pre_vfs_write (path)
  (keep path)
  (no-opinion))

;;; tools

(define (argument arguments name)
  (let ((entry (assoc name arguments)))
    (and entry (cdr entry))))

(define (with-version arguments use)
  (let* ((path (argument arguments "path"))
         (number (argument arguments "version"))
         (text (and (exact-integer? number) (version path number))))
    (if text
        (use path number text)
        (string-append "There is no such version of " path "."))))

(define one-version
  '((path (type . "string") (description . "a path like vfs:///shared/a.md"))
    (version (type . "integer"))))

(define-tool file_history_log
  (description "List the earlier versions of a virtual file.")
  (parameters '((path (type . "string"))))
  (execute
   (lambda (arguments)
     (let ((path (argument arguments "path")))
       (string-join
        (map (lambda (number)
               (string-append
                (number->string number) "  "
                (number->string (string-length (version path number)))
                " characters"))
             (versions path))
        "\n")))))

(define-tool file_history_show
  (description "Show an earlier version of a virtual file.")
  (parameters one-version)
  (execute
   (lambda (arguments)
     (with-version arguments (lambda (path number text) text)))))

(define-tool file_history_diff
  (description "What has changed in a virtual file since an earlier version.")
  (parameters one-version)
  (execute
   (lambda (arguments)
     (with-version arguments
       (lambda (path number text)
         (diff->string (diff text (or (io-read path) ""))))))))

(define-tool file_history_revert
  (description "Bring back an earlier version of a virtual file.")
  (parameters one-version)
  (execute
   (lambda (arguments)
     (with-version arguments
       (lambda (path number text)
         ;; through a tool: the version of now is kept as well
         (call-tool "write_file" (list (cons "path" path) (cons "content" text)))
         (string-append path " is version " (number->string number)
                        " again."))))))

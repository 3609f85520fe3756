;;; The shape of chibi's own file that keeps the history of files, in words of
;;; ours: the same imports, forms and procedures. It has virtual files.

(import (scheme base) (scheme write) (scheme read) (scheme char)
        (chibi diff) (harness io) (harness tools) (harness hooks))

(define (string-contains s part)
  (let ((n (string-length s)) (m (string-length part)))
    (let loop ((i 0))
      (cond ((> (+ i m) n) #f)
            ((string=? (substring s i (+ i m)) part) i)
            (else (loop (+ i 1)))))))

(define (string-join words separator)
  (if (null? words)
      ""
      (let loop ((out (car words)) (rest (cdr words)))
        (if (null? rest)
            out
            (loop (string-append out separator (car rest)) (cdr rest))))))

(define (folder path)
  (let loop ((i (- (string-length path) 1)))
    (if (char=? (string-ref path i) #\/)
        (string-append (substring path 0 i) "/.chibi/history"
                       (substring path i (string-length path)))
        (loop (- i 1)))))

(define (revision-path path n)
  (string-append (folder path) "/" (number->string n)))

(define (log-path path) (string-append (folder path) "/log"))

(define (read-log path)
  (guard (e (#t '()))
    (let ((text (io-read (log-path path))))
      (if text
          (let ((port (open-input-string text))) (read port))
          '()))))

(define (write-log path entries)
  (let ((port (open-output-string)))
    (write entries port)
    (io-write (log-path path) (get-output-string port))))

(define (next-revision entries)
  (cond ((assq 'latest entries) => (lambda (entry) (+ (cdr entry) 1)))
        (else 1)))

(define (snapshot path caller)
  (let ((text (io-read path)))
    (when text
      (let* ((entries (read-log path))
             (n (next-revision entries)))
        (begin
          (io-write (revision-path path n) text)
          (write-log path (list (cons 'latest n) (cons 'by caller))))))))

(register-hook 'pre_vfs_write
  (lambda (payload)
    (let ((path (cdr (assoc "path" payload)))
          (caller (cdr (assoc "caller" payload))))
      (if (and (string? path) (not (string-contains path "/.chibi/")))
          (snapshot path caller))
      '())))

(define (number args name)
  (let ((value (cdr (assoc name args))))
    (if (string? value) (string->number value) value)))

(define-tool file_history_log
  (description "Revisions of a file")
  (parameters '((path . ((type . "string") (description . "path")))))
  (execute
   (lambda (args)
     (let ((path (cdr (assoc "path" args))))
       (string-join (filter (lambda (name) (string->number name))
                            (io-list (folder path)))
                    ",")))))

(define-tool file_history_show
  (description "A revision")
  (parameters '((path . ((type . "string") (description . "path")))
                (revision . ((type . "integer") (description . "number")))))
  (execute
   (lambda (args)
     (or (io-read (revision-path (cdr (assoc "path" args))
                                 (number args "revision")))
         "no such revision"))))

(define-tool file_history_diff
  (description "What changed since a revision")
  (parameters '((path . ((type . "string") (description . "path")))
                (revision . ((type . "integer") (description . "number")))))
  (execute
   (lambda (args)
     (let ((path (cdr (assoc "path" args))))
       (diff->string
        (diff (io-read (revision-path path (number args "revision")))
              (io-read path)))))))

(define-tool file_history_revert
  (description "Bring a revision back")
  (parameters '((path . ((type . "string") (description . "path")))
                (revision . ((type . "integer") (description . "number")))))
  (execute
   (lambda (args)
     (let ((path (cdr (assoc "path" args))))
       (call-tool "write_file"
                  (list (cons "path" path)
                        (cons "content"
                              (io-read (revision-path
                                        path (number args "revision"))))))
       (string-append "reverted " path)))))

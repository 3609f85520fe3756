;;; The shape of chibi's own file with task tools, in words of ours: the same
;;; imports, forms, procedures, tools and virtual files.

(import (scheme base) (scheme char) (scheme read) (harness tools))

(define (string-trim-both s)
  (let loop ((start 0) (end (string-length s)))
    (cond ((and (< start end) (char-whitespace? (string-ref s start)))
           (loop (+ start 1) end))
          ((and (< start end) (char-whitespace? (string-ref s (- end 1))))
           (loop start (- end 1)))
          (else (substring s start end)))))

(define (string-split s separator)
  (let loop ((chars (string->list s)) (word '()) (words '()))
    (cond ((null? chars)
           (reverse (cons (list->string (reverse word)) words)))
          ((char=? (car chars) separator)
           (loop (cdr chars) '() (cons (list->string (reverse word)) words)))
          (else (loop (cdr chars) (cons (car chars) word) words)))))

(define (string-contains? s part)
  (let ((n (string-length s)) (m (string-length part)))
    (let loop ((i 0))
      (and (<= (+ i m) n)
           (or (string=? (substring s i (+ i m)) part) (loop (+ i 1)))))))

(define (quoted s)
  (let loop ((chars (string->list s)) (out '(#\")))
    (if (null? chars)
        (list->string (reverse (cons #\" out)))
        (loop (cdr chars)
              (case (car chars)
                ((#\" #\\) (cons (car chars) (cons #\\ out)))
                ((#\newline) (append '(#\n #\\) out))
                (else (cons (car chars) out)))))))

(define (read-text text)
  (guard (e (#t #f))
    (read (open-input-string text))))

(define (head path)
  (call-tool "file_head" `(("path" . ,path) ("lines" . "200"))))

;; The directories with tasks of this context.
(define (task-dirs)
  (guard (e (#t (list (string-append "vfs:///home/" %context-name% "/tasks"))))
    (map (lambda (dir) (string-append "vfs://" dir))
         (read-text (head (string-append "vfs:///sys/contexts/" %context-name%
                                         "/task-dirs"))))))

(define (entries dir)
  (map (lambda (line) (car (string-split line #\space)))
       (filter (lambda (line) (string-contains? line ".task"))
               (string-split (call-tool "vfs_list" `(("path" . ,dir)))
                             #\newline))))

(define (join dir name)
  (list->string (append (string->list dir) (list #\/) (string->list name))))

(define (split-task text)
  (let-values (((first rest)
                (let ((lines (string-split text #\newline)))
                  (values (car lines) (cdr lines)))))
    (values (read-text first) rest)))

(define (arg args name)
  (let ((found (assoc name args)))
    (and found (not (eq? (cdr found) 'null)) (cdr found))))

(define (path-of id)
  (let ((found (filter (lambda (path) (string-contains? path id))
                       (let loop ((dirs (task-dirs)) (all '()))
                         (if (null? dirs)
                             all
                             (loop (cdr dirs)
                                   (append all
                                           (map (lambda (name)
                                                  (join (car dirs) name))
                                                (entries (car dirs))))))))))
    (if (= (length found) 0) (error "no such task" id) (car found))))

(define-tool task_create
  (description "Create a task")
  (category "vfs")
  (summary-params '("title"))
  (parameters '((title . ((type . "string") (description . "what to do")))
                (body . ((type . "string") (description . "more")
                         (required . #f)))))
  (execute
   (lambda (args)
     (let* ((id (generate-id))
            (dir (car (task-dirs)))
            (fields `((id . ,id) (title . ,(arg args "title"))
                      (status . pending) (created . ,(current-timestamp)))))
       (call-tool "vfs_mkdir" `(("path" . ,dir)))
       (call-tool "write_file"
                  `(("path" . ,(join dir (string-append id ".task")))
                    ("content" . ,(string-append
                                   "((id . " (quoted id) ") (title . "
                                   (quoted (arg args "title"))
                                   ") (status . pending))\n"
                                   (or (arg args "body") "")))))
       (string-append "created " (cdr (assq 'id fields)))))))

(define-tool task_list
  (description "List tasks")
  (parameters '())
  (execute
   (lambda (args)
     (apply string-append
            (map (lambda (dir)
                   (apply string-append
                          (map (lambda (name)
                                 (let-values (((fields body)
                                               (split-task
                                                (head (join dir name)))))
                                   (string-append
                                    (cdr (assq 'id fields)) " "
                                    (symbol->string (cdr (assq 'status fields)))
                                    " " (cdr (assq 'title fields)) "\n")))
                               (entries dir))))
                 (task-dirs))))))

(define-tool task_view
  (description "View a task")
  (parameters '((id . ((type . "string") (description . "id")))))
  (execute (lambda (args) (string-trim-both (head (path-of (arg args "id")))))))

(define-tool task_update
  (description "Change the status of a task")
  (parameters '((id . ((type . "string") (description . "id")))
                (status . ((type . "string") (description . "new status")))))
  (execute
   (lambda (args)
     (call-tool "file_edit"
                `(("path" . ,(path-of (arg args "id")))
                  ("operation" . "replace_string")
                  ("find" . "(status . pending)")
                  ("replace" . ,(string-append "(status . "
                                               (arg args "status") ")"))))
     "updated")))

(define-tool task_delete
  (description "Delete a task")
  (parameters '((id . ((type . "string") (description . "id")))))
  (execute
   (lambda (args)
     (call-tool "vfs_delete" `(("path" . ,(path-of (arg args "id")))))
     "deleted")))

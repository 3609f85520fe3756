;;; Tasks of an agent, one virtual file each: create, list, view, update and
;;; delete. A file is one datum, the task's fields, and below it the notes.
;;;
;;;   ((title . "Fix the gate") (status . open) (after "1a2b3c4d") (made . "…"))
;;;   Notes, as many lines as it takes.

(import (scheme base) (scheme read) (scheme write) (harness tools))

;;; files

(define (folder)
  (string-append "vfs:///"
                 (if (string=? %context-name% "")
                     "shared/tasks"
                     (string-append "home/" %context-name% "/tasks"))))

(define (path-of id)
  (string-append (folder) "/" id ".task"))

(define (tool name . arguments)
  (call-tool name arguments))

(define (ids)
  (let ((in (open-input-string (tool "vfs_list" `("path" . ,(folder))))))
    (let loop ((line (read-line in)) (found '()))
      (if (eof-object? line)
          (reverse found)
          (let ((end (string-contains line ".task (file)")))
            (loop (read-line in)
                  (if end (cons (substring line 0 end) found) found)))))))

;; The fields and the notes of a task; #f and #f when there is none.
(define (load-task id)
  (guard (e (#t (values #f #f)))
    (let* ((text (tool "file_head" `("path" . ,(path-of id)) '("lines" . 100000)))
           (in (open-input-string text))
           (fields (read in)))
      (read-line in)
      (let loop ((notes '()) (line (read-line in)))
        (if (eof-object? line)
            (values fields (string-join (reverse notes) "\n"))
            (loop (cons line notes) (read-line in)))))))

(define (save-task id fields notes)
  (let ((out (open-output-string)))
    (write fields out)
    (newline out)
    (write-string notes out)
    (tool "write_file"
          `("path" . ,(path-of id))
          `("content" . ,(get-output-string out)))))

;;; fields

(define (field fields name default)
  (let ((entry (assq name fields)))
    (if entry (cdr entry) default)))

(define (set-field fields name value)
  (cons (cons name value)
        (filter (lambda (entry) (not (eq? (car entry) name))) fields)))

(define (argument arguments name default)
  (let ((entry (assoc name arguments)))
    (if (and entry (not (eq? (cdr entry) 'null))) (cdr entry) default)))

(define (done? id)
  (let-values (((fields notes) (load-task id)))
    (or (not fields) (eq? (field fields 'status 'open) 'done))))

;; A task waits while one of those it comes after is open.
(define (shown-status fields)
  (cond ((eq? (field fields 'status 'open) 'done) "done")
        ((every done? (field fields 'after '())) "ready")
        (else "waits")))

(define (summary id fields)
  (string-append id "  " (shown-status fields) "  " (field fields 'title "")))

(define (with-task arguments use)
  (let ((id (argument arguments "id" "")))
    (let-values (((fields notes) (load-task id)))
      (if fields
          (use id fields notes)
          (string-append "There is no task " id ".")))))

;;; tools

(define-tool task_create
  (description "Make a task.")
  (parameters
   '((title (type . "string") (description . "what is to be done"))
     (notes (type . "string") (required . #f))
     (after (type . "array") (items (type . "string")) (required . #f)
            (description . "ids of tasks to be done before"))))
  (execute
   (lambda (arguments)
     (let ((id (generate-id)))
       (save-task id
                  `((title . ,(argument arguments "title" "?"))
                    (status . open)
                    (after . ,(argument arguments "after" '()))
                    (made . ,(current-timestamp)))
                  (argument arguments "notes" ""))
       (string-append "Made task " id ".")))))

(define-tool task_list
  (description "List the tasks with what can be done about them now.")
  (parameters
   '((status (type . "string") (enum "ready" "waits" "done") (required . #f))))
  (execute
   (lambda (arguments)
     (let loop ((ids (ids)) (lines '()))
       (if (null? ids)
           (if (null? lines)
               "There are no tasks."
               (string-join (reverse lines) "\n"))
           (let-values (((fields notes) (load-task (car ids))))
             (let ((status (shown-status fields)))
               (loop (cdr ids)
                     (if (equal? status (argument arguments "status" status))
                         (cons (summary (car ids) fields) lines)
                         lines)))))))))

(define-tool task_view
  (description "Show a task with its notes.")
  (parameters '((id (type . "string"))))
  (execute
   (lambda (arguments)
     (with-task arguments
       (lambda (id fields notes)
         (string-append (summary id fields) "\n" notes))))))

(define-tool task_update
  (description "Change the title, status or notes of a task.")
  (parameters
   '((id (type . "string"))
     (title (type . "string") (required . #f))
     (status (type . "string") (enum "open" "done") (required . #f))
     (notes (type . "string") (required . #f))))
  (execute
   (lambda (arguments)
     (with-task arguments
       (lambda (id fields notes)
         (let* ((titled (set-field fields 'title
                                   (argument arguments "title"
                                             (field fields 'title "?"))))
                (status (argument arguments "status" #f))
                (fields (if status
                            (set-field titled 'status (string->symbol status))
                            titled)))
           (save-task id fields (argument arguments "notes" notes))
           (summary id fields)))))))

(define-tool task_delete
  (description "Delete a task.")
  (parameters '((id (type . "string"))))
  (execute
   (lambda (arguments)
     (with-task arguments
       (lambda (id fields notes)
         (tool "vfs_delete" `("path" . ,(path-of id)))
         (string-append "Deleted task " id "."))))))

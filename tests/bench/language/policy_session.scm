;;; A policy hook with memory: so many calls per session, so many in a row.
(import (scheme base) (srfi 69) (tein json))

(define payloads
  (map json-parse
       '("{\"tool_name\": \"file_read\", \"session_id\": \"a\", \"arguments\": {\"path\": \"x.c\"}}"
         "{\"tool_name\": \"file_read\", \"session_id\": \"a\", \"arguments\": {\"path\": \"y.c\"}}"
         "{\"tool_name\": \"shell_exec\", \"session_id\": \"b\", \"arguments\": {\"command\": \"make\"}}"
         "{\"tool_name\": \"shell_exec\", \"session_id\": \"a\", \"arguments\": {\"command\": \"make test\"}}"
         "{\"tool_name\": \"shell_exec\", \"session_id\": \"b\", \"arguments\": {\"command\": \"make\"}}")))

(define-record-type session
  (make-session calls last-tool in-a-row)
  session?
  (calls session-calls set-session-calls!)
  (last-tool session-last-tool set-session-last-tool!)
  (in-a-row session-in-a-row set-session-in-a-row!))

(define (policy sessions payload)
  (let* ((id (cdr (assoc "session_id" payload)))
         (tool (cdr (assoc "tool_name" payload)))
         (s (hash-table-ref sessions id
                            (lambda ()
                              (let ((new (make-session 0 "" 0)))
                                (hash-table-set! sessions id new)
                                new)))))
    (set-session-calls! s (+ 1 (session-calls s)))
    (set-session-in-a-row! s (if (string=? tool (session-last-tool s))
                                 (+ 1 (session-in-a-row s))
                                 1))
    (set-session-last-tool! s tool)
    (cond ((> (session-calls s) 1000)
           (list (cons "block" #t) (cons "message" "too many calls")))
          ((and (string=? tool "shell_exec") (> (session-in-a-row s) 3))
           (list (cons "block" #t)
                 (cons "message" (string-append "again " tool "?"))))
          (else '()))))

(define (run n)
  (let ((sessions (make-hash-table string=?)))
    (let loop ((i 0) (blocked 0))
      (if (= i n)
          blocked
          (let each ((l payloads) (blocked blocked))
            (cond ((null? l) (loop (+ i 1) blocked))
                  ((null? (policy sessions (car l))) (each (cdr l) blocked))
                  (else (each (cdr l) (+ blocked 1)))))))))

;;; A policy hook: dangerous commands are refused, others are noted.
(import (scheme base) (scheme char) (srfi 130) (tein json))

(define payloads
  (map json-parse
       '("{\"tool_name\": \"shell_exec\", \"arguments\": {\"command\": \"git push --force origin main\", \"cwd\": \"/srv/project\"}, \"session_id\": \"s-1\", \"agent\": \"coder\"}"
         "{\"tool_name\": \"shell_exec\", \"arguments\": {\"command\": \"ls -la src | grep test\", \"cwd\": \"/srv/project\"}, \"session_id\": \"s-1\", \"agent\": \"coder\"}"
         "{\"tool_name\": \"file_read\", \"arguments\": {\"path\": \"README.md\"}, \"session_id\": \"s-1\", \"agent\": \"coder\"}"
         "{\"tool_name\": \"shell_exec\", \"arguments\": {\"command\": \"sudo rm -rf /var/lib/data && echo done\", \"cwd\": \"/\"}, \"session_id\": \"s-2\", \"agent\": \"ops\"}"
         "{\"tool_name\": \"shell_exec\", \"arguments\": {\"command\": \"python -m pytest tests -x -q\", \"cwd\": \"/srv/project\"}, \"session_id\": \"s-2\", \"agent\": \"ops\"}")))

(define forbidden '("sudo" "shutdown" "mkfs" "dd"))

(define (get alist key default)
  (let ((entry (assoc key alist)))
    (if entry (cdr entry) default)))

(define (words command)
  (string-split command " "))

(define (dangerous? words)
  (cond ((null? words) #f)
        ((member (car words) forbidden) (string-append "refused: " (car words)))
        ((and (string=? (car words) "rm") (pair? (cdr words))
              (string-prefix? "-" (cadr words))
              (string-contains (cadr words) "r"))
         "refused: rm -r")
        ((and (string=? (car words) "git") (member "--force" (cdr words)))
         "refused: git --force")
        (else (dangerous? (cdr words)))))

(define (policy payload)
  (if (string=? (get payload "tool_name" "") "shell_exec")
      (let ((reason (dangerous? (words (get (get payload "arguments" '()) "command" "")))))
        (if reason
            (list (cons "block" #t) (cons "message" reason))
            '()))
      '()))

(define (run n)
  (let loop ((i 0) (blocked 0) (text 0))
    (if (= i n)
        (list blocked text)
        (let each ((l payloads) (blocked blocked) (text text))
          (if (null? l)
              (loop (+ i 1) blocked text)
              (let ((answer (policy (car l))))
                (if (null? answer)
                    (each (cdr l) blocked text)
                    (each (cdr l)
                          (+ blocked 1)
                          (+ text (string-length (get answer "message" ""))))))))))) 

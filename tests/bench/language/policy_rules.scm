;;; A policy hook: the first rule of a table that fits decides.
(import (scheme base) (srfi 130) (tein json))

(define rules
  '(("shell_exec" "command" "git push" ask)
    ("shell_exec" "command" "curl " ask)
    ("shell_exec" "command" "rm -rf" deny)
    ("shell_exec" "command" "pytest" allow)
    ("write_file" "path" "/etc/" deny)
    ("write_file" "path" ".md" allow)
    ("fetch_url" "url" "http://" deny)
    ("fetch_url" "url" "https://docs." allow)
    ("*" "command" "secret" deny)))

(define payloads
  (map json-parse
       '("{\"tool_name\": \"shell_exec\", \"arguments\": {\"command\": \"pytest -q\"}}"
         "{\"tool_name\": \"shell_exec\", \"arguments\": {\"command\": \"cd build && rm -rf *\"}}"
         "{\"tool_name\": \"fetch_url\", \"arguments\": {\"url\": \"https://docs.python.org/3/\"}}"
         "{\"tool_name\": \"write_file\", \"arguments\": {\"path\": \"/home/me/notes.txt\", \"content\": \"\"}}"
         "{\"tool_name\": \"shell_exec\", \"arguments\": {\"command\": \"cat secret.txt\"}}")))

(define (decide payload)
  (let ((tool (cdr (assoc "tool_name" payload)))
        (arguments (cdr (assoc "arguments" payload))))
    (let loop ((l rules))
      (if (null? l)
          'none
          (let* ((rule (car l))
                 (value (assoc (cadr rule) arguments)))
            (if (and (or (string=? (car rule) "*") (string=? (car rule) tool))
                     value
                     (string-contains (cdr value) (car (cddr rule))))
                (cadr (cddr rule))
                (loop (cdr l))))))))

(define (run n)
  (let loop ((i 0) (allowed 0) (denied 0))
    (if (= i n)
        (list allowed denied)
        (let each ((l payloads) (allowed allowed) (denied denied))
          (if (null? l)
              (loop (+ i 1) allowed denied)
              (case (decide (car l))
                ((allow) (each (cdr l) (+ allowed 1) denied))
                ((deny ask) (each (cdr l) allowed (+ denied 1)))
                (else (each (cdr l) allowed denied))))))))

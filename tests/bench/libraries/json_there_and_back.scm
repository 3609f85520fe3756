;;; (tein json): a payload of 2 KB parsed, changed and written.
(import (scheme base) (tein json))

(define text
  (string-append
   "{\"tool_name\": \"shell_exec\", \"arguments\": {\"command\": \"make test\", \"cwd\": \"/srv/project\", \"env\": {\"LANG\": \"C\", \"N\": 3}}, \"history\": ["
   (let loop ((i 0) (s ""))
     (if (= i 20)
         s
         (loop (+ i 1)
               (string-append s (if (= i 0) "" ", ")
                              "{\"id\": " (number->string i) ", \"ok\": true, \"ms\": 12.5, \"text\": \"line one\\nline two \\u00e9\", \"none\": null}"))))
   "]}"))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (let* ((payload (json-parse text))
               (changed (cons (cons "i" i) payload))
               (out (json-stringify changed)))
          (loop (+ i 1)
                (+ total
                   (length (cdr (assoc "history" payload)))
                   (min 1 (string-length out))))))))

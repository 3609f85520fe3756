;;; (tein toml): a settings file read and written.
(import (scheme base) (tein toml))

(define text
  "title = \"guard\"\nversion = 3\n[limits]\ntime = 1.5\nmemory = 256\n[[rules]]\nname = \"no push\"\ntools = [\"shell_exec\", \"find\"]\n[[rules]]\nname = \"no secrets\"\ntools = []\n")

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (let* ((settings (toml-parse text))
               (limits (cdr (assoc "limits" settings))))
          (loop (+ i 1)
                (+ total
                   (cdr (assoc "memory" limits))
                   (cdr (assoc "version" settings))
                   (vector-length (cdr (assoc "rules" settings)))))))))

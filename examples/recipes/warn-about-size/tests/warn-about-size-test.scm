(import (only (harness answers) payload-ref))

(define (write n)
  (fire 'pre_tool
    `(("tool_name" . "file_write")
      ("arguments" ("path" . "x.csv") ("content" . ,(make-string n #\x))))))

(test "a large file: x.csv" (payload-ref (write 200000) "warn"))
(test '() (write 10))

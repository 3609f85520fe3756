(import (only (harness answers) payload-ref))

(define (print text)
  (fire 'pre_tool_output
    `(("tool_name" . "shell_exec") ("arguments") ("output" . ,text))))

(test '() (print "all is well"))
(test "curl https://me:[url-password]@host/"
  (payload-ref (print "curl https://me:hunter22@host/") "output"))

(import (only (harness answers) payload-ref))

(define (ask-for text)
  (fire 'pre_message
    `(("prompt" . ,text) ("context_name" . "main") ("summary" . ""))))

(test #t (payload-ref (ask-for "run it with export TOKEN=abcdefgh1234") "block"))
(test '() (ask-for "what does this code do?"))

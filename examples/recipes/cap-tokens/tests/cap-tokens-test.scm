(import (only (harness answers) payload-ref))

(define (request tokens)
  (fire 'pre_api_request
    `(("context_name" . "main")
      ("request_body" ("model" . "m") ("max_tokens" . ,tokens)))))

(test 4000 (payload-ref (request 9000) "request_body.max_tokens"))
(test '() (request 100))

;;; No request asks for more than 4,000 tokens.

(define most 4000)

(define-hook pre_api_request (request_body)
  (let ((wanted (payload-ref request_body "max_tokens")))
    (if (and (number? wanted) (> wanted most))
        (rewrite-request `(("max_tokens" . ,most)))
        (no-opinion))))

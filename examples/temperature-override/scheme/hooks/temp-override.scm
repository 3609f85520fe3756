;;; Cool for code, warm for stories: the temperature of a request follows from the name of the context.

(define temperatures '(("coding" . 0.1) ("creative" . 1.2)))

(register-hook 'pre_api_request
  (lambda (payload)
    (let ((found (assoc (cdr (assoc "context_name" payload)) temperatures)))
      (if found
          `(("request_body" ("temperature" . ,(cdr found))))
          '()))))

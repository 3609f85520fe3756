;;; (engine answering): what the host tells the builders of answers.

(define-library (engine answering)
  (export answer-fields)
  (import (scheme base))
  (begin
    ;; the symbols of the fields that count in an answer; #f: any. The host
    ;; binds it for each call of a hook.
    (define answer-fields (make-parameter #f))))

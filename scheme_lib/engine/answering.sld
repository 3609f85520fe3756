;;; (engine answering): how the host calls a hook.

(define-library (engine answering)
  (export answer-fields call-answering)
  (import (scheme base))
  (begin
    ;; the symbols of the fields that count in an answer; #f: any
    (define answer-fields (make-parameter #f))

    (define (call-answering hook payload fields)
      (parameterize ((answer-fields fields))
        (hook payload)))))

;;; (engine answering): what the host tells our libraries about the call of a
;;; hook that is under way.

(define-library (engine answering)
  (export answer-fields host-asker ask-host)
  (import (scheme base))
  (begin
    ;; the symbols of the fields that count in an answer; #f: any. The host
    ;; binds it for each call of a hook.
    (define answer-fields (make-parameter #f))
    ;; a procedure (ask question name value ...) that the host answers; #f:
    ;; there is no hook or tool under way. The host binds it, too.
    (define host-asker (make-parameter #f))

    ;; (ask-host question name value ...) -> what it says.
    (define-syntax ask-host
      (syntax-rules ()
        ((_ question told ...)
         (let ((ask (host-asker)))
           (if ask
               (ask question told ...)
               (no-fire question))))))

    (define (no-fire question)
      (error (string-append
              question
              ": only hooks and tools may ask the host, not a file while it is loaded")))))

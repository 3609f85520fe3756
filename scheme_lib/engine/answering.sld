;;; (engine answering): what the host tells our libraries about the call of a
;;; hook that is under way.

(define-library (engine answering)
  (export answer-fields host-asker)
  (import (scheme base))
  (begin
    ;; the symbols of the fields that count in an answer; #f: any. The host
    ;; binds it for each call of a hook.
    (define answer-fields (make-parameter #f))
    ;; a procedure (ask question alist) that the host answers; #f: there is
    ;; no hook or tool under way. The host binds it, too.
    (define host-asker (make-parameter #f))))

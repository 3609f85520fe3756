;;; Bodies of (harness tools): only what needs the host.

;;> (define-tool name (description text) (parameters list) (execute procedure)
;;>   (category text) (summary-params list)) defines a tool; the clauses in any
;;> order, the last two may be missing. The procedure takes one argument, an
;;> alist with string keys; what it returns is the result.
;;> (define-tool greet
;;>   (description "greets somebody")
;;>   (parameters '((who (type . "string") (description . "whom"))))
;;>   (execute (lambda (arguments)
;;>     (string-append "hello " (cdr (assoc "who" arguments))))))
(define-syntax define-tool
  (syntax-rules ()
    ((_ name (clause value) ...)
     (register-tool 'name (list (cons 'clause value) ...)))))

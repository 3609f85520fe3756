;;; Bodies of (harness tools): only what needs the host.

;;> (define-tool name (description text) (parameters list) (execute procedure)
;;>   (category text) (summary-params list)) defines a tool; the clauses in any
;;> order, the last two may be missing. The procedure takes one argument, an
;;> alist with string keys; what it returns is the result. A parameter is
;;> (name (type . "string") (description . "...")), with (required . #f),
;;> (enum ...), (default . ...), (items ...), (properties ...) where they apply.
;;> (define-tool greet
;;>   (description "greets somebody")
;;>   (parameters '((who (type . "string") (description . "whom"))))
;;>   (execute (lambda (arguments)
;;>     (string-append "hello " (cdr (assoc "who" arguments))))))
(define-syntax define-tool
  (syntax-rules ()
    ((_ name (clause value) ...)
     (register-tool 'name (list (cons 'clause value) ...)))
    ((_ . rest)
     (syntax-error
      "wanted (define-tool name (description text) (parameters list) (execute procedure)), got"
      (define-tool . rest)))))

;;> (call-tool name arguments) -> the output of any tool of the home, a string.
;;> The arguments are an alist. It is called as the agent would: hooks fire and
;;> permission is asked. Raises an error when there is no such tool, when it
;;> fails, and when the call is blocked or denied. A tool written in Scheme
;;> gives its result and both outputs, labelled. Works in hooks and tools, not
;;> while a file is loaded.

;;> (call-tool/value name arguments) -> the same as a plain value: the data of a
;;> JSON text; of a tool in Scheme its result, where that is a number, a
;;> boolean or reads as a list; any other output is a string.
(define (call-tool/value name arguments)
  (plain-value (call-tool name arguments)))

;;> (generate-id) -> eight random hexadecimal digits, as a string.

;;> (current-timestamp) -> the time in UTC, a string like "20260318-1405z".

;;> %tool-registry% is the tools that this file has defined so far, to be read:
;;> a list of (name description parameters execute category summary-params).

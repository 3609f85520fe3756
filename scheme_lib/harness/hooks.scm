;;; Bodies of (harness hooks): only what needs the host, since each world has
;;; this library of its own.

;;> (register-hook point procedure) has the procedure called with the payload,
;;> an alist with string keys, whenever the hook point (a symbol) fires. It
;;> returns an alist, or () for no opinion. Counts while the file is loaded.

;;> %hook-registry% is what this file has registered so far, to be read: a list
;;> of (point . procedure).

;;> %context-name% is the name of the context for which the hook or tool runs,
;;> a string.

;;> (define-hook point (field ...) body ...) registers a hook whose variables
;;> are fields of the payload; (field default) gives what a missing or null
;;> field is, else it is #f. A name with "-" also finds the key with "_".
;;> A name instead of the list, or after a dot, is the whole payload.
;;> (define-hook pre_tool (tool-name (arguments '()))
;;>   (if (equal? tool-name "shell_exec") (block "no shell") (no-opinion)))
(define-syntax define-hook
  (syntax-rules (quote)
    ((_ 'point . rest) (syntax-error "the point stands without a quote: write" point))
    ((_ (point . fields) . body) (syntax-error "the point stands before the list of fields: write" point fields))
    ((_ point fields body0 body ...)
     (register-hook 'point
       (lambda (payload)
         (let-fields payload fields body0 body ...))))
    ((_ . rest)
     (syntax-error "wanted (define-hook point (field ...) body ...), got" (define-hook . rest)))))

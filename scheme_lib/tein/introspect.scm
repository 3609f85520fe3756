;;; Bindings of the running program.

;;> (available-modules) -> the libraries that this program may import
;;> (if (member '(srfi 1) (available-modules)) 'yes 'no) => yes

;;> (imported-modules) -> the libraries that the program has imported
;;> (if (member '(scheme base) (imported-modules)) 'yes 'no) => yes

;;> (module-exports module) -> the names that a library exports
;;> (module-exports '(srfi 8)) => (receive)

;; syntax, procedure or variable; #f for what is not bound.
(define (%kind name)
  (let ((kind (%binding-kind name)))
    (if (and (eq? kind 'variable) (procedure? (%global-value name)))
        'procedure
        kind)))

;;> (env-bindings [prefix]) -> alist from each bound name that begins with the
;;> prefix to its kind: syntax, procedure or variable
;;> (assq 'car (env-bindings "ca")) => (car . procedure)
(define (env-bindings . prefix)
  (let ((wanted (if (pair? prefix) (%text (car prefix)) "")))
    (let loop ((names (%env-bindings)) (found '()))
      (cond ((null? names) (reverse found))
            ((%prefix? wanted (symbol->string (car names)))
             (loop (cdr names)
                   (cons (cons (car names) (%kind (car names))) found)))
            (else (loop (cdr names) found))))))

(define (%text x)
  (cond ((string? x) x)
        ((symbol? x) (symbol->string x))
        (else (error "env-bindings: wanted a string, got" x))))

(define (%prefix? prefix text)
  (let ((n (string-length prefix)))
    (and (<= n (string-length text))
         (string=? prefix (substring text 0 n)))))

;;> (procedure-arity procedure) -> (least . most) arguments; most is #f where
;;> any number will do
;;> (map procedure-arity (list car list (lambda (a . b) a)))
;;>   => ((1 . 1) (0 . #f) (1 . #f))
(define (procedure-arity procedure) (%procedure-arity procedure))

;;> (binding-info name) -> alist with name, kind, for a procedure arity, and
;;> modules: those it was imported from; for a name that is not bound the
;;> libraries to import it from, or #f if there is none
;;> (binding-info 'vector-ref) => ((name . vector-ref) (kind . procedure)
;;>   (arity 2 . 2) (modules (scheme base)))
;;> (binding-info 'no-such-name-anywhere) => #f
(define (binding-info name)
  (let ((kind (%kind name)))
    (if kind
        (append (list (cons 'name name) (cons 'kind kind))
                (if (eq? kind 'procedure)
                    (list (cons 'arity (procedure-arity
                                        (%global-value name))))
                    '())
                (list (cons 'modules (%binding-modules name))))
        (let ((modules (%exporting-modules name)))
          (and (pair? modules)
               (list (cons 'name name)
                     (cons 'kind 'unbound)
                     (cons 'modules modules)))))))

;;> (describe-environment) -> alist with imported, available (libraries) and
;;> bindings (name and kind of each)
;;> (map car (describe-environment)) => (imported available bindings)
(define (describe-environment)
  (list (cons 'imported (imported-modules))
        (cons 'available (available-modules))
        (cons 'bindings (env-bindings))))

;;> (describe-environment/text) -> the same as text to read
;;> (substring (describe-environment/text) 0 9) => "imported\n"
(define (describe-environment/text)
  (let ((out (open-output-string)))
    (for-each
     (lambda (part)
       (display (car part) out)
       (newline out)
       (for-each
        (lambda (entry)
          (write-string "  " out)
          (cond ((eq? (car part) 'bindings)
                 (display (car entry) out)
                 (write-string " - " out)
                 (display (cdr entry) out))
                (else (write entry out)))
          (newline out))
        (cdr part)))
     (describe-environment))
    (get-output-string out)))

;;> introspect-docs -> the manual of this library, for (tein docs)
;;> (cdr (assq '__module__ introspect-docs)) => "tein introspect"
(define introspect-docs
  '((__module__ . "tein introspect")
    (available-modules . "the libraries that this program may import")
    (imported-modules . "the libraries that the program has imported")
    (module-exports . "the names that a library exports")
    (env-bindings . "alist from each bound name (with a prefix) to its kind")
    (binding-info . "kind, arity and libraries of a name, as an alist")
    (procedure-arity . "(least . most) arguments; most #f: any number")
    (describe-environment . "imported and available libraries, and bindings")
    (describe-environment/text . "the same as text")
    (introspect-docs . "this manual")))

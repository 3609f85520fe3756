;;> (let-optionals list (name-or-(name default) ... . rest) body ...) binds the
;;> names to the elements, or where there are none to the defaults, which do not
;;> see the names; a bare name must be there
;;> (let-optionals '(1) (a (b 20) . c) (list a b c)) => (1 20 ())
(define-syntax let-optionals
  (syntax-rules ()
    ((_ list specs body ...)
     (%separate list specs () (body ...)))))

;; Splits the names off the variable of the rest.
(define-syntax %separate
  (syntax-rules ()
    ((_ l (spec . more) (done ...) body)
     (%separate l more (done ... spec) body))
    ((_ l rest specs body)
     (%parallel l specs () rest body))))

;; Binds fresh variables first, so that no default sees a name.
(define-syntax %parallel
  (syntax-rules ()
    ((_ l () ((name fresh) ...) () (body ...))
     (let ((name fresh) ...) body ...))
    ((_ l () ((name fresh) ...) rest (body ...))
     (let ((name fresh) ... (rest l)) body ...))
    ((_ l ((name default) . more) (done ...) rest body)
     (let* ((given l)
            (fresh (if (pair? given) (car given) default))
            (left (if (pair? given) (cdr given) '())))
       (%parallel left more (done ... (name fresh)) rest body)))
    ((_ l (name . more) (done ...) rest body)
     (let* ((given l)
            (fresh (if (pair? given)
                       (car given)
                       (error "let-optionals: argument missing:" 'name)))
            (left (cdr given)))
       (%parallel left more (done ... (name fresh)) rest body)))))

;;> (let-optionals* list (name-or-(name default) ... . rest) body ...) -> the
;;> same; a default sees the names before it, a bare name must be there
;;> (let-optionals* '(1) (a (b (+ a 1))) (list a b)) => (1 2)
(define-syntax let-optionals*
  (syntax-rules ()
    ((_ l () body ...) (let () body ...))
    ((_ l ((name default) . more) body ...)
     (let* ((given l)
            (name (if (pair? given) (car given) default))
            (left (if (pair? given) (cdr given) '())))
       (let-optionals* left more body ...)))
    ((_ l (name . more) body ...)
     (let* ((given l)
            (name (if (pair? given)
                      (car given)
                      (error "let-optionals*: argument missing:" 'name)))
            (left (cdr given)))
       (let-optionals* left more body ...)))
    ((_ l rest body ...)
     (let ((rest l)) body ...))))

;;> (opt-lambda (name ... (name default) ... . rest) body ...) -> a procedure
;;> whose last arguments may be missing
;;> ((opt-lambda (a (b 2) . c) (list a b c)) 1) => (1 2 ())
(define-syntax opt-lambda
  (syntax-rules ()
    ((_ formals body ...)
     (%opt let-optionals formals () body ...))))

;;> (opt-lambda* formals body ...) -> the same; a default sees the names before
;;> it
;;> ((opt-lambda* (a (b (+ a 1))) (list a b)) 1) => (1 2)
(define-syntax opt-lambda*
  (syntax-rules ()
    ((_ formals body ...)
     (%opt let-optionals* formals () body ...))))

(define-syntax %opt
  (syntax-rules ()
    ((_ bind ((name default) . more) (required ...) body ...)
     (lambda (required ... . given)
       (bind given ((name default) . more) body ...)))
    ((_ bind (name . more) (required ...) body ...)
     (%opt bind more (required ... name) body ...))
    ((_ bind rest (required ...) body ...)
     (lambda (required ... . rest) body ...))))

;;> (define-opt (name . formals) body ...), (define-opt* (name . formals) body
;;> ...) define such a procedure
;;> (let () (define-opt (f a (b 2)) (list a b)) (f 1)) => (1 2)
(define-syntax define-opt
  (syntax-rules ()
    ((_ (name . formals) body ...)
     (define name (opt-lambda formals body ...)))))

(define-syntax define-opt*
  (syntax-rules ()
    ((_ (name . formals) body ...)
     (define name (opt-lambda* formals body ...)))))

;; The tail of list that begins with key, or #f.
(define (%find-keyword list key)
  (let loop ((l list))
    (cond ((not (pair? l)) #f)
          ((not (pair? (cdr l))) #f)
          ((eq? key (car l)) l)
          (else (loop (cddr l))))))

;;> (keyword-ref list key [default]) -> the element after key in the list of
;;> keywords and values, or default (#f)
;;> (keyword-ref '(a: 1 b: 2) 'b: 0) => 2
(define (keyword-ref list key . default)
  (let ((found (%find-keyword list key)))
    (cond (found (cadr found))
          ((pair? default) (car default))
          (else #f))))

;;> (keyword-ref* list key default) -> the same; default is evaluated only if
;;> it is needed
;;> (keyword-ref* '(a: 1) 'a: (error "not evaluated")) => 1
(define-syntax keyword-ref*
  (syntax-rules ()
    ((_ list key default)
     (let ((found (%find-keyword list key)))
       (if found (cadr found) default)))))

(define (%keyword name)
  (string->symbol (string-append (symbol->string name) ":")))

;; list without the given keywords and their values.
(define (%without list keys)
  (let loop ((l list) (kept '()))
    (cond ((not (pair? l)) (reverse kept))
          ((not (pair? (cdr l))) (reverse kept)) ; a keyword without a value
          ((memq (car l) keys) (loop (cddr l) kept))
          (else (loop (cddr l) (cons (cadr l) (cons (car l) kept)))))))

;;> (let-keywords list ((name [[keyword] default]) ... [rest]) body ...) binds
;;> the names to the values after their keywords (name: if none is given) or
;;> to the defaults (#f), which do not see the names; rest, a name or a dotted
;;> tail, is the keywords and values that were not taken
;;> (let-keywords '(b: 2 c: 3) ((a 1) (b 0) . rest) (list a b rest))
;;>   => (1 2 (c: 3))
(define-syntax let-keywords
  (syntax-rules ()
    ((_ list clauses body ...)
     (let ((l list)) (%keywords l clauses () () body ...)))))

(define-syntax %keywords
  (syntax-rules ()
    ((_ l () ((name fresh) ...) keys body ...)
     (let ((name fresh) ...) body ...))
    ((_ l ((name) . more) done keys body ...)
     (%keywords l ((name #f) . more) done keys body ...))
    ((_ l ((name default) . more) done keys body ...)
     (%keywords l ((name (%keyword 'name) default) . more) done keys
                body ...))
    ((_ l ((name keyword default) . more) (done ...) (key ...) body ...)
     (let* ((k (%as-keyword keyword))
            (fresh (keyword-ref* l k default)))
       (%keywords l more (done ... (name fresh)) (key ... k) body ...)))
    ((_ l (rest) done keys body ...)
     (%keywords l rest done keys body ...))
    ((_ l rest ((name fresh) ...) (key ...) body ...)
     (let ((name fresh) ... (rest (%without l (list key ...)))) body ...))))

;; A keyword may be written bare, as in (name key: default).
(define-syntax %as-keyword
  (syntax-rules ()
    ((_ (form ...)) (form ...))
    ((_ word) 'word)))

;;> (let-keywords* list ((name [[keyword] default]) ... [rest]) body ...) -> the
;;> same; a default sees the names before it
;;> (let-keywords* '(a: 1) ((a 0) (b (+ a 1))) (list a b)) => (1 2)
(define-syntax let-keywords*
  (syntax-rules ()
    ((_ list clauses body ...)
     (let ((l list)) (%keywords* l clauses () body ...)))))

(define-syntax %keywords*
  (syntax-rules ()
    ((_ l () keys body ...) (let () body ...))
    ((_ l ((name) . more) keys body ...)
     (%keywords* l ((name #f) . more) keys body ...))
    ((_ l ((name default) . more) keys body ...)
     (%keywords* l ((name (%keyword 'name) default) . more) keys body ...))
    ((_ l ((name keyword default) . more) (key ...) body ...)
     (let* ((k (%as-keyword keyword))
            (name (keyword-ref* l k default)))
       (%keywords* l more (key ... k) body ...)))
    ((_ l (rest) keys body ...)
     (%keywords* l rest keys body ...))
    ((_ l rest (key ...) body ...)
     (let ((rest (%without l (list key ...)))) body ...))))

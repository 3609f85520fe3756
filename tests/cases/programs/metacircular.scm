;;; An evaluator for a good part of Scheme, itself running programs that need closures, recursion and macros by hand.
(import (scheme base) (scheme cxr) (scheme write) (scheme read))

(define (make-frame names values outer)
  (cons (let loop ((n names) (v values))
          (cond ((null? n) (if (null? v) '() (error "too many arguments" v)))
                ((symbol? n) (list (cons n v)))
                ((null? v) (error "too few arguments" n))
                (else (cons (cons (car n) (car v)) (loop (cdr n) (cdr v))))))
        outer))

(define (find-binding name env)
  (let search ((frames env))
    (cond ((null? frames) (error "unbound" name))
          ((assq name (car frames)) => values)
          (else (search (cdr frames))))))

(define (define-in! env name value)
  (cond ((assq name (car env)) => (lambda (binding) (set-cdr! binding value)))
        (else (set-car! env (cons (cons name value) (car env))))))

(define-record-type <closure> (make-closure formals body env) closure?
  (formals closure-formals)
  (body closure-body)
  (env closure-env))

(define special-forms '())
(define-syntax define-form
  (syntax-rules ()
    ((_ name (expression env) body ...)
     (set! special-forms
           (cons (cons 'name (lambda (expression env) body ...)) special-forms)))))

(define (evaluate x env)
  (cond ((symbol? x) (cdr (find-binding x env)))
        ((not (pair? x)) x)
        ((and (symbol? (car x)) (assq (car x) special-forms))
         => (lambda (form) ((cdr form) x env)))
        (else
         (apply-procedure (evaluate (car x) env)
                          (map (lambda (operand) (evaluate operand env)) (cdr x))))))

(define (apply-procedure f arguments)
  (if (closure? f)
      (evaluate-body (closure-body f)
                     (make-frame (closure-formals f) arguments (closure-env f)))
      (apply f arguments)))

(define (evaluate-body body env)
  (if (null? (cdr body))
      (evaluate (car body) env)
      (begin (evaluate (car body) env) (evaluate-body (cdr body) env))))

(define-form quote (x env) (cadr x))
(define-form if (x env)
  (if (evaluate (cadr x) env)
      (evaluate (caddr x) env)
      (if (pair? (cdddr x)) (evaluate (cadddr x) env) 'unspecified)))
(define-form lambda (x env) (make-closure (cadr x) (cddr x) env))
(define-form begin (x env) (evaluate-body (cdr x) env))
(define-form set! (x env) (set-cdr! (find-binding (cadr x) env) (evaluate (caddr x) env)))
(define-form define (x env)
  (if (pair? (cadr x))
      (define-in! env (caadr x) (make-closure (cdadr x) (cddr x) env))
      (define-in! env (cadr x) (evaluate (caddr x) env))))
(define-form let (x env)
  (if (symbol? (cadr x))
      (evaluate `((letrec ((,(cadr x) (lambda ,(map car (caddr x)) ,@(cdddr x)))) ,(cadr x))
                  ,@(map cadr (caddr x)))
                env)
      (evaluate `((lambda ,(map car (cadr x)) ,@(cddr x)) ,@(map cadr (cadr x))) env)))
(define-form letrec (x env)
  (evaluate `((lambda () ,@(map (lambda (binding) `(define ,@binding)) (cadr x)) (let () ,@(cddr x)))) env))
(define-form cond (x env)
  (let loop ((clauses (cdr x)))
    (cond ((null? clauses) 'unspecified)
          ((eq? (caar clauses) 'else) (evaluate-body (cdar clauses) env))
          ((evaluate (caar clauses) env)
           => (lambda (value)
                (if (null? (cdar clauses)) value (evaluate-body (cdar clauses) env))))
          (else (loop (cdr clauses))))))
(define-form and (x env)
  (let loop ((parts (cdr x)) (value #t))
    (if (or (null? parts) (not value)) value (loop (cdr parts) (evaluate (car parts) env)))))

(define global
  (list (map cons
             '(+ - * = < car cdr cons null? pair? list not eq? call/cc display apply)
             (list + - * = < car cdr cons null? pair? list not eq?
                   (lambda (f) (call/cc (lambda (k) (apply-procedure f (list k)))))
                   display
                   (lambda (f l) (apply-procedure f l))))))

(define (run text)
  (let ((port (open-input-string text)))
    (let loop ((value 'nothing))
      (let ((x (read port)))
        (if (eof-object? x) value (loop (evaluate x global)))))))

(run "(define (fact n) (if (= n 0) 1 (* n (fact (- n 1))))) (fact 20)") ; => 2432902008176640000
(run "(let loop ((i 0) (l '())) (if (= i 5) l (loop (+ i 1) (cons (* i i) l))))") ; => (16 9 4 1 0)
(run "(define (count n) (cond ((= n 0) 'done) (else (count (- n 1))))) (count 2000)") ; => done
(run "(((lambda (f) ((lambda (x) (f (lambda (v) ((x x) v)))) (lambda (x) (f (lambda (v) ((x x) v))))))
       (lambda (fib) (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))) 10)") ; => 55
(run "(+ 1 (call/cc (lambda (k) (* 10 (k 5)))))") ; => 6
(run "((lambda (a . rest) (list a rest)) 1 2 3)") ; => (1 (2 3))
(run "(define (make) (define n 0) (lambda () (set! n (+ n 1)) n)) (define c (make)) (c) (c) (apply list (list (c) (c)))") ; => (3 4)
(run "(nowhere 1)") ; error: error: unbound nowhere
(guard (e ((error-object? e) (cons (error-object-message e) (error-object-irritants e))))
  (run "((lambda (x y) x) 1)")) ; => ("too few arguments" (y))

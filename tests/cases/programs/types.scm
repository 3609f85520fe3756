;;; Types of lambda terms inferred: unification with mutable type variables, and let that generalises.
(import (scheme base) (scheme cxr) (scheme write) (only (srfi 1) delete-duplicates append-map filter))

(define-record-type type-variable (fresh-variable level link) type-variable?
  (level variable-level set-variable-level!)
  (link variable-link set-variable-link!))

(define current-level (make-parameter 0))
(define (new-variable) (fresh-variable (current-level) #f))

(define (resolve t)
  (if (and (type-variable? t) (variable-link t))
      (let ((end (resolve (variable-link t))))
        (set-variable-link! t end)
        end)
      t))

(define (arrow . types)
  (if (null? (cdr types))
      (car types)
      (list '-> (car types) (apply arrow (cdr types)))))

(define-record-type type-error (type-error what left right) type-error?
  (what type-error-what)
  (left type-error-left)
  (right type-error-right))

(define (unify! a b)
  (let ((a (resolve a)) (b (resolve b)))
    (cond ((eq? a b) #t)
          ((type-variable? a) (link! a b))
          ((type-variable? b) (link! b a))
          ((and (pair? a) (pair? b) (eq? (car a) (car b)) (= (length a) (length b)))
           (for-each unify! (cdr a) (cdr b)))
          ((equal? a b) #t)
          (else (raise (type-error 'mismatch a b))))))

(define (link! v t)
  (let adjust ((part t))
    (let ((part (resolve part)))
      (cond ((eq? part v) (raise (type-error 'infinite v t)))
            ((type-variable? part)
             (set-variable-level! part (min (variable-level part) (variable-level v))))
            ((pair? part) (for-each adjust (cdr part))))))
  (set-variable-link! v t))

(define (generic? v) (and (type-variable? v) (> (variable-level v) (current-level))))

(define (instantiate t)
  (let ((made '()))
    (let copy ((t t))
      (let ((t (resolve t)))
        (cond ((generic? t)
               (cond ((assq t made) => cdr)
                     (else (let ((v (new-variable)))
                             (set! made (cons (cons t v) made))
                             v))))
              ((pair? t) (cons (car t) (map copy (cdr t))))
              (else t))))))

(define (infer x env)
  (cond ((exact-integer? x) 'int)
        ((boolean? x) 'bool)
        ((symbol? x)
         (let ((found (assq x env)))
           (if found (instantiate (cdr found)) (raise (type-error 'unbound x #f)))))
        (else
         (case (car x)
           ((lambda)
            (let ((v (new-variable)))
              (arrow v (infer (caddr x) (cons (cons (caadr x) v) env)))))
           ((let)
            (let* ((binding (caadr x))
                   (t (parameterize ((current-level (+ 1 (current-level))))
                        (infer (cadr binding) env))))
              (infer (caddr x) (cons (cons (car binding) t) env))))
           ((fix)
            (let ((v (new-variable)))
              (unify! v (infer (caddr x) (cons (cons (cadr x) v) env)))
              v))
           ((if)
            (unify! 'bool (infer (cadr x) env))
            (let ((t (infer (caddr x) env)))
              (unify! t (infer (cadddr x) env))
              t))
           (else
            (let loop ((f (infer (car x) env)) (operands (cdr x)))
              (if (null? operands)
                  f
                  (let ((result (new-variable)))
                    (unify! f (arrow (infer (car operands) env) result))
                    (loop result (cdr operands))))))))))

(define (named t)
  (define (variables t)
    (let ((t (resolve t)))
      (cond ((type-variable? t) (list t))
            ((pair? t) (append-map variables (cdr t)))
            (else '()))))
  (let ((names (map cons (delete-duplicates (variables t) eq?) '(a b c d e f g h))))
    (let show ((t t))
      (let ((t (resolve t)))
        (cond ((type-variable? t) (cdr (assq t names)))
              ((pair? t) (cons (car t) (map show (cdr t))))
              (else t))))))

(define (list-of t) (list 'list t))
(define (polymorphic make)
  (parameterize ((current-level 1)) (make (new-variable))))
(define globals
  `((+ . ,(arrow 'int 'int 'int))
    (= . ,(arrow 'int 'int 'bool))
    (nil . ,(polymorphic list-of))
    (cons . ,(polymorphic (lambda (a) (arrow a (list-of a) (list-of a)))))
    (head . ,(polymorphic (lambda (a) (arrow (list-of a) a))))
    (tail . ,(polymorphic (lambda (a) (arrow (list-of a) (list-of a)))))
    (null? . ,(polymorphic (lambda (a) (arrow (list-of a) 'bool))))))

(define (type-of x)
  (guard (e ((type-error? e) (type-error-what e)))
    (named (infer x globals))))

(type-of '(lambda (x) x)) ; => (-> a a)
(type-of '(lambda (f) (lambda (g) (lambda (x) (f (g x)))))) ; => (-> (-> a b) (-> (-> c a) (-> c b)))
(type-of '(let ((id (lambda (x) x))) (if (id #t) (id 1) 2))) ; => int
(type-of '((lambda (id) (if (id #t) (id 1) 2)) (lambda (x) x))) ; => mismatch
(type-of '(lambda (x) (x x))) ; => infinite
(type-of '(lambda (x) (let ((y x)) (y y)))) ; => infinite
(type-of '(fix map (lambda (f) (lambda (l) (if (null? l) nil (cons (f (head l)) (map f (tail l)))))))) ; => (-> (-> a b) (-> (list a) (list b)))
(type-of '(let ((twice (lambda (f) (lambda (x) (f (f x)))))) (twice (twice (+ 1))))) ; => (-> int int)
(type-of '(cons 1 (cons #t nil))) ; => mismatch
(type-of 'nowhere) ; => unbound
(type-of (let loop ((n 40) (x 1)) (if (= n 0) x (loop (- n 1) `(let ((f (lambda (x) x))) (f ,x)))))) ; => int

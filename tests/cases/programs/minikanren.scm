;;; Relations over lists: unification with association lists, goals as procedures, streams that interleave.
(import (scheme base) (scheme write))

(define-record-type <logic-variable> (logic-variable id) logic-variable?
  (id variable-id))

(define (walk x substitution)
  (cond ((and (logic-variable? x) (assv (variable-id x) substitution))
         => (lambda (binding) (walk (cdr binding) substitution)))
        (else x)))

(define (occurs? v x s)
  (let ((x (walk x s)))
    (cond ((logic-variable? x) (= (variable-id v) (variable-id x)))
          ((pair? x) (or (occurs? v (car x) s) (occurs? v (cdr x) s)))
          (else #f))))

(define (extend v x s)
  (if (occurs? v x s) #f (cons (cons (variable-id v) x) s)))

(define (unify a b s)
  (let ((a (walk a s)) (b (walk b s)))
    (cond ((and (logic-variable? a) (logic-variable? b) (= (variable-id a) (variable-id b))) s)
          ((logic-variable? a) (extend a b s))
          ((logic-variable? b) (extend b a s))
          ((and (pair? a) (pair? b))
           (let ((s (unify (car a) (car b) s)))
             (and s (unify (cdr a) (cdr b) s))))
          (else (and (equal? a b) s)))))

;; A state is a substitution and the number of the next variable; a stream is (), a pair or a procedure.
(define (== a b)
  (lambda (state)
    (let ((s (unify a b (car state))))
      (if s (list (cons s (cdr state))) '()))))

(define (call/fresh f)
  (lambda (state)
    ((f (logic-variable (cdr state))) (cons (car state) (+ 1 (cdr state))))))

(define (mplus a b)
  (cond ((null? a) b)
        ((procedure? a) (lambda () (mplus b (a))))
        (else (cons (car a) (mplus (cdr a) b)))))

(define (bind stream goal)
  (cond ((null? stream) '())
        ((procedure? stream) (lambda () (bind (stream) goal)))
        (else (mplus (goal (car stream)) (bind (cdr stream) goal)))))

(define-syntax zzz
  (syntax-rules () ((_ goal) (lambda (state) (lambda () (goal state))))))
(define-syntax all
  (syntax-rules ()
    ((_ goal) (zzz goal))
    ((_ goal more ...) (let ((first (zzz goal)) (rest (all more ...)))
                         (lambda (state) (bind (first state) rest))))))
(define-syntax any
  (syntax-rules ()
    ((_ goal) (zzz goal))
    ((_ goal more ...) (let ((first (zzz goal)) (rest (any more ...)))
                         (lambda (state) (mplus (first state) (rest state)))))))
(define-syntax conde
  (syntax-rules () ((_ (goal ...) ...) (any (all goal ...) ...))))
(define-syntax fresh
  (syntax-rules ()
    ((_ () goal ...) (all goal ...))
    ((_ (x y ...) goal ...) (call/fresh (lambda (x) (fresh (y ...) goal ...))))))

(define (pull stream) (if (procedure? stream) (pull (stream)) stream))
(define (take n stream)
  (let ((stream (if (eqv? n 0) '() (pull stream))))
    (if (null? stream)
        '()
        (cons (car stream) (take (and n (- n 1)) (cdr stream))))))

(define (reify x s)
  (let ((names '()))
    (define (name-of v)
      (cond ((assv (variable-id v) names) => cdr)
            (else
             (let ((name (string->symbol (string-append "_." (number->string (length names))))))
               (set! names (cons (cons (variable-id v) name) names))
               name))))
    (let loop ((x x))
      (let ((x (walk x s)))
        (cond ((logic-variable? x) (name-of x))
              ((pair? x) (let* ((a (loop (car x))) (d (loop (cdr x)))) (cons a d)))
              (else x))))))

(define-syntax run
  (syntax-rules ()
    ((_ n (q) goal ...)
     (map (lambda (state) (reify (logic-variable 0) (car state)))
          (take n ((fresh (q) goal ...) (cons '() 0)))))))
(define-syntax run*
  (syntax-rules () ((_ (q) goal ...) (run #f (q) goal ...))))

(define (appendo a b ab)
  (conde ((== a '()) (== b ab))
         ((fresh (h t rest)
            (== a (cons h t))
            (== ab (cons h rest))
            (appendo t b rest)))))

(define (membero x l)
  (fresh (h t)
    (== l (cons h t))
    (conde ((== h x)) ((membero x t)))))

(define (reverseo l r)
  (conde ((== l '()) (== r '()))
         ((fresh (h t rest)
            (== l (cons h t))
            (reverseo t rest)
            (appendo rest (list h) r)))))

(define (fives x) (conde ((== x 5)) ((fives x))))
(define (sixes x) (conde ((== x 6)) ((sixes x))))

(run* (q) (appendo '(1 2) '(3) q)) ; => ((1 2 3))
(run* (q) (fresh (a b) (appendo a b '(1 2)) (== q (list a b)))) ; => ((() (1 2)) ((1) (2)) ((1 2) ()))
(run 3 (q) (membero 'x q)) ; => ((x . _.0) (_.0 x . _.1) (_.0 _.1 x . _.2))
(run* (q) (membero q '(a b c))) ; => (a b c)
(run 1 (q) (reverseo q '(1 2 3))) ; => ((3 2 1))
(run* (q) (== q (cons 1 q))) ; => ()
(run* (q) (fresh (x y) (== (list x y) (list y x)) (== q (list x y)))) ; => ((_.0 _.0))
(let ((found (run 6 (q) (any (fives q) (sixes q))))) (list (length found) (and (memv 5 found) #t) (and (memv 6 found) #t))) ; => (6 #t #t)

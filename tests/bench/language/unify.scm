;;; Symbols and alists: a small unifier and a family tree.
(import (scheme base) (scheme cxr))

(define facts
  '((parent tom bob) (parent tom liz) (parent bob ann) (parent bob pat) (parent pat jim)
    (male tom) (male bob) (male jim) (female liz) (female ann) (female pat)))

(define (variable? x)
  (and (symbol? x) (memq x '(?x ?y ?z)) #t))

(define (walk x bindings)
  (let ((bound (and (variable? x) (assq x bindings))))
    (if bound (walk (cdr bound) bindings) x)))

(define (unify a b bindings)
  (let ((a (walk a bindings)) (b (walk b bindings)))
    (cond ((eq? a b) bindings)
          ((variable? a) (cons (cons a b) bindings))
          ((variable? b) (cons (cons b a) bindings))
          ((and (pair? a) (pair? b))
           (let ((inner (unify (car a) (car b) bindings)))
             (and inner (unify (cdr a) (cdr b) inner))))
          (else #f))))

(define (solve goals bindings)
  (if (null? goals)
      (list bindings)
      (apply append
             (map (lambda (fact)
                    (let ((found (unify (car goals) fact bindings)))
                      (if found (solve (cdr goals) found) '())))
                  facts))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (+ total
                 (length (solve '((parent ?x ?y) (parent ?y ?z) (female ?z)) '())))))))

;;; (srfi 2): and-let*, an and whose clauses may bind.

(define-library (srfi 2)
  (export and-let*)
  (import (scheme base))
  (begin
    ;;> (and-let* (clause ...) body ...) -> the last value, or #f as soon as a
    ;;> clause is false; a clause is (name expr), (expr) or a variable
    ;;> (and-let* ((p (assq 'a '((a . 5)))) (n (cdr p)) ((> n 3))) n) => 5
    (define-syntax and-let*
      (syntax-rules ()
        ((_ ()) #t)
        ((_ () body ...) (let () body ...))
        ((_ ((name expr))) expr)
        ((_ ((expr))) expr)
        ((_ (name)) name)
        ((_ ((name expr) . clauses) . body)
         (let ((name expr))
           (if name (and-let* clauses . body) #f)))
        ((_ ((expr) . clauses) . body)
         (if expr (and-let* clauses . body) #f))
        ((_ (name . clauses) . body)
         (if name (and-let* clauses . body) #f))))))

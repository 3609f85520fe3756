;;; Macros: loops, a swap and a short-circuit of the program's own.
(import (scheme base))

(define-syntax while
  (syntax-rules ()
    ((_ test body ...)
     (let loop () (when test body ... (loop))))))

(define-syntax for
  (syntax-rules (in from to)
    ((_ x in l body ...) (for-each (lambda (x) body ...) l))
    ((_ x from a to b body ...)
     (do ((x a (+ x 1))) ((> x b)) body ...))))

(define-syntax swap!
  (syntax-rules ()
    ((_ a b) (let ((old a)) (set! a b) (set! b old)))))

(define-syntax my-or
  (syntax-rules ()
    ((_) #f)
    ((_ e) e)
    ((_ e rest ...) (let ((t e)) (if t t (my-or rest ...))))))

(define (fibonacci n)
  (let ((a 0) (b 1))
    (while (> n 0)
      (set! a (+ a b))
      (swap! a b)
      (set! n (- n 1)))
    a))

(define (run n)
  (let ((total 0))
    (for i from 1 to n
      (for x in '(3 10 17)
        (set! total (+ total (my-or (and (odd? x) (even? i) 1) (and (= i x) 2) 3))))
      (set! total (+ total (modulo (fibonacci 20) 7))))
    total))

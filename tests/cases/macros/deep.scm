;;; Macros that nest calls deeper than anybody writes them.

(define count 0)
(define (next!) (set! count (+ count 1)) count)
(define-syntax nested
  (syntax-rules ()
    ((_ () x) x)
    ((_ (a . rest) x) (cons (next!) (nested rest (car (list x)))))))
(define-syntax times
  (syntax-rules ()
    ((_ (a ...) k . args) (k (a ... a ... a ...) . args))))
(define-syntax nested-81 (syntax-rules () ((_ l x) (nested-27 (1 2 3) l x))))
(define-syntax nested-27 (syntax-rules () ((_ l m x) (times l times-again m x))))
(define-syntax times-again (syntax-rules () ((_ (a ...) m x) (nested (a ... a ... a ... a ... a ... a ... a ... a ... a ...) x))))
(define l (nested-81 () '()))
(list (length l) (car l) (list-ref l 80) count) ; => (81 1 81 81)

(define-syntax chain
  (syntax-rules ()
    ((_ f x) x)
    ((_ f x a . more) (f a (chain f x . more)))))
(define-syntax ten (syntax-rules () ((_ k (a ...) x ...) (k x ... a ... a ... a ... a ... a ... a ... a ... a ... a ... a ...))))
(define-syntax hundred (syntax-rules () ((_ k (a ...) x ...) (ten k (a ... a ... a ... a ... a ... a ... a ... a ... a ... a ...) x ...))))
(hundred chain (1 2 3 4) + 0) ; => 1000
(define trail '())
(define (note! x) (set! trail (cons x trail)) x)
(define (join a b) (if (pair? b) (cons a b) (list a b)))
(let ((x 7)) (set! x (hundred chain ((note! 1) (note! 2) (let ((y (note! x))) (if (odd? y) y 0))) join 0)) (length x)) ; => 301
(list (length trail) (list-tail trail 297)) ; => (300 (7 2 1))
(define (again n) (let ((k #f) (turns 0)) (let ((v (hundred chain (1 (if (= n 5) (call/cc (lambda (c) (set! k c) 1)) 1)) + 0))) (set! turns (+ turns 1)) (if (< turns 3) (k (* 10 turns)) v))))
(again 5) ; => 219

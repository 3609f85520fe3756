;;; R7RS 4.3, 5.4.
(define-syntax swap! (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
(let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other)) ; => (2 1)
(define-syntax my-or (syntax-rules () ((_) #f) ((_ e) e) ((_ e r ...) (let ((t e)) (if t t (my-or r ...))))))
(let ((t 5)) (my-or #f t)) ; => 5
(let ((if list)) (my-or #f 2)) ; => 2
(define-syntax while (syntax-rules () ((_ c body ...) (let loop () (when c body ... (loop))))))
(let ((i 0)) (while (< i 5) (set! i (+ i 1))) i) ; => 5
(define-syntax my-let (syntax-rules () ((_ ((n v) ...) body ...) ((lambda (n ...) body ...) v ...))))
(my-let ((a 1) (b 2)) (+ a b)) ; => 3
(define-syntax for (syntax-rules (in) ((_ x in l body ...) (map (lambda (x) body ...) l))))
(for x in '(1 2 3) (* x x)) ; => (1 4 9)
(for x on '(1) x) ; error: syntax: for
(define-syntax ten (syntax-rules () ((_) 10)))
(define (f) (ten))
(f) ; => 10
(let-syntax ((foo (syntax-rules () ((_ x) (list 'foo x))))) (foo 1)) ; => (foo 1)
(letrec-syntax ((my-or2 (syntax-rules () ((_) #f) ((_ e) e) ((_ e r ...) (let ((t e)) (if t t (my-or2 r ...))))))) (my-or2 #f #f 3)) ; => 3
(let ((x 'outer)) (let-syntax ((m (syntax-rules () ((m) x)))) (let ((x 'inner)) (m)))) ; => outer
(define-syntax be-like-begin (syntax-rules () ((_ name) (define-syntax name (syntax-rules () ((_ expr (... ...)) (begin expr (... ...))))))))
(be-like-begin sequence)
(sequence 1 2 3 4) ; => 4
(let ((=> #f)) (cond (#t => 'ok))) ; => ok
(define-syntax bad (syntax-rules () ((_ x) (syntax-error "bad: no such thing" x))))
(bad 1) ; error: syntax: bad: no such thing
(define-syntax def (syntax-rules () ((_ n v) (define n v))))
(def made 5)
made ; => 5
(let () (def inner 6) inner) ; => 6

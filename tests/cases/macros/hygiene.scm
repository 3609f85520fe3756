;;; Names a macro inserts mean what they meant where it was defined; names of the use keep theirs.
(define-syntax inc! (syntax-rules () ((_ x) (set! x (+ x 1)))))
(let ((+ -) (n 5)) (inc! n) n) ; => 6
(define helper 'global)
(define-syntax get-helper (syntax-rules () ((_) helper)))
(let ((helper 'local)) (get-helper)) ; => global
(define-syntax bind-x (syntax-rules () ((_ e) (let ((x 1)) e))))
(let ((x 'mine)) (bind-x x)) ; => mine
(define-syntax bind-given (syntax-rules () ((_ v e) (let ((v 1)) e))))
(bind-given y (+ y 1)) ; => 2
(define-syntax my-cond (syntax-rules (else) ((_) 'none) ((_ (else e)) e) ((_ (c e) r ...) (if c e (my-cond r ...)))))
(my-cond (#f 1) (else 2)) ; => 2
(let ((else #f)) (my-cond (else 'as-test) (#t 'after))) ; => after
(define-syntax two-temps (syntax-rules () ((_ a b) (let ((t a)) (let ((u b)) (list t u))))))
(let ((t 1) (u 2)) (two-temps u t)) ; => (2 1)
(define-syntax make-adder (syntax-rules () ((_ name n) (define (name x) (+ x n)))))
(make-adder add5 5)
(add5 1) ; => 6
(define-syntax id-trick (syntax-rules () ((_ x) (let-syntax ((is (syntax-rules () ((_ x y n) y) ((_ o y n) n)))) (is probe 'name 'literal)))))
(list (id-trick foo) (id-trick 5)) ; => (name literal)
(let loop ((i 0)) (define-syntax again (syntax-rules () ((_ j) (loop j)))) (if (= i 3) i (again (+ i 1)))) ; => 3

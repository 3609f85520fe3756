;;; R7RS 6.10: call/cc.
(call/cc (lambda (k) (+ 1 (k 42)))) ; => 42
(call-with-current-continuation (lambda (exit) (for-each (lambda (x) (if (negative? x) (exit x))) '(54 0 37 -3 245 19)) #t)) ; => -3
(call/cc procedure?) ; => #t
(+ 1 (call/cc (lambda (k) 5))) ; => 6
(call-with-values (lambda () (call/cc (lambda (k) (k 1 2)))) list) ; => (1 2)
(define (generate-one-at-a-time lst)
  (define (control-state return)
    (for-each (lambda (x) (set! return (call/cc (lambda (resume) (set! control-state resume) (return x))))) lst)
    (return 'end))
  (lambda () (call/cc control-state)))
(define g (generate-one-at-a-time '(0 1 2)))
(let* ((a (g)) (b (g)) (c (g)) (d (g))) (list a b c d)) ; => (0 1 2 end)
(let ((k #f) (n 0)) (call/cc (lambda (c) (set! k c))) (set! n (+ n 1)) (if (< n 3) (k #f)) n) ; => 3
(let ((r '()) (k #f)) (set! r (cons (+ 1 (call/cc (lambda (c) (set! k c) 1))) r)) (if (< (length r) 3) (k (length r))) r) ; => (3 2 2)
;; amb
(define fail-stack '())
(define (fail) (if (null? fail-stack) (error "no more choices") (let ((back (car fail-stack))) (set! fail-stack (cdr fail-stack)) (back back))))
(define (amb choices) (let ((cc (call/cc (lambda (c) c)))) (if (null? choices) (fail) (let ((choice (car choices))) (set! choices (cdr choices)) (set! fail-stack (cons cc fail-stack)) choice))))
(let ((a (amb '(1 2 3 4 5 6 7))) (b (amb '(1 2 3 4 5 6 7))) (c (amb '(1 2 3 4 5 6 7)))) (if (= (* c c) (+ (* a a) (* b b))) (list a b c) (fail))) ; => (3 4 5)
(call/cc 5) ; error: type:
(define (tree-walk tree) (call/cc (lambda (return) (let walk ((t tree)) (cond ((null? t) 'skip) ((pair? t) (walk (car t)) (walk (cdr t))) ((odd? t) (return t)) (else 'skip))) #f)))
(tree-walk '((2 4) (6 (7 8)))) ; => 7
;; entering an operand again binds the variables anew, also those that set! changes
(define again #f)
(define (changed) (let ((runs 0)) (let ((a 0) (b (call/cc (lambda (k) (set! again k) 1)))) (set! a (+ a 1)) (set! runs (+ runs 1)) (if (< runs 3) (again (+ b 1)) (list a b)))))
(changed) ; => (1 3)
(define (captured) (let ((runs 0)) (let* ((f (lambda (a b) (let ((get (lambda () a))) (set! a (+ a 1)) (set! runs (+ runs 1)) (if (< runs 3) (again (+ b 1)) (list (get) b)))))) (f 0 (call/cc (lambda (k) (set! again k) 1))))))
(captured) ; => (1 3)
(define (boxed) (let ((runs 0)) (let ((a 0) (b (call/cc (lambda (k) (set! again k) 1)))) (let ((get (lambda () a))) (set! a (+ a 1)) (set! runs (+ runs 1)) (if (< runs 3) (again (+ b 1)) (list (get) b))))))
(boxed) ; => (1 3)
;; each turn of a loop has its own variables, also one that `set!` changes and that is handed on as it is
(define (turned next) (let ((runs 0) (seen '())) (next (lambda (i d) (call/cc (lambda (k) (if (= i 1) (set! again k)))) d) (lambda (i d) (set! seen (cons d seen)) (if (= i 3) (begin (set! runs (+ runs 1)) (if (< runs 3) (again #f) (reverse seen))) #f)))))
(turned (lambda (keep see) (let loop ((i 1) (d 0)) (keep i d) (set! d (+ d 1)) (or (see i d) (loop (+ i 1) d))))) ; => (1 2 3 2 3 4 3 4 5)
(turned (lambda (keep see) (do ((i 1 (+ i 1)) (d 0)) ((begin (keep i d) (set! d (+ d 1)) (= i 3)) (see i d)) (see i d)))) ; => (1 2 3 2 3 4 3 4 5)
(define (turn i d keep see) (keep i d) (set! d (+ d 1)) (or (see i d) (turn (+ i 1) d keep see)))
(turned (lambda (keep see) (turn 1 0 keep see))) ; => (1 2 3 2 3 4 3 4 5)

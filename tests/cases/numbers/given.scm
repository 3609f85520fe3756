;;; What a local procedure takes is a number for certain where all that call it give it one, and else may be anything.
(define (f n) (define (go i l) (if (= i n) l (let ((r (go (+ i 1) l))) (cons (list i (= i 2) (odd? i) (quotient i 2)) r)))) (go 0 '()))
(f 3) ; => ((0 #f #f 0) (1 #f #t 0) (2 #t #f 1))
(f 2.0) ; => ((0 #f #f 0) (1 #f #t 0))
(f 'x) ; error: type
(let () (define (down i) (if (= i -3) '() (let ((r (down (- i 1)))) (cons (list (quotient i 2) (modulo i 2) (remainder i 2)) r)))) (down 1)) ; => ((0 1 1) (0 0 0) (0 1 -1) (-1 0 0))
(let () (define (at v i) (if (= i 0) (list (vector-ref v i)) (let ((r (at v (- i 1)))) (cons (vector-ref v i) r)))) (at #(1 2 3) 2)) ; => (3 2 1)
(let () (define (at v i) (if (= i -2) '() (let ((r (at v (- i 1)))) (cons (vector-ref v i) r)))) (at #(1 2 3) 2)) ; error: range
(let () (define (go x n) (if (= n 0) '() (let ((r (go (/ x 2) (- n 1)))) (cons (= x 1) r)))) (go 2 3)) ; => (#f #t #f)
(let () (define (go x n) (if (= n 0) '() (let ((r (go x (- n 1)))) (cons (= x 1) r)))) (list (go 1 1) (go 1.0 1) (go "1" 1))) ; error: type
(let () (define (even i) (or (= i 0) (not (not (odd (- i 1)))))) (define (odd i) (and (not (= i 0)) (not (not (even (- i 1)))))) (list (even 4) (odd 4))) ; => (#t #f)
(let () (define (even i) (or (= i 0) (not (not (odd (- i 1)))))) (define (odd i) (and (not (= i 0)) (not (not (even (- i 1)))))) (odd #f)) ; error: type
;; handed on, or with what is left: whoever calls it then may give it anything
(let () (define (g x) (* x 10)) (list (g 1) (map g '(1/2 2.0)))) ; => (10 (5 20.0))
(let () (define (g x) (odd? x)) (list (g 1) (map g '(2.0 x)))) ; error: type: odd?
(let () (define (g x) (odd? x)) (list (g 1) (apply g '(x)))) ; error: type: odd?
(let () (define (g x . l) (list (odd? x) l)) (list (g 1) (g 2 3))) ; => ((#t ()) (#f (3)))
(let () (define (g x) (set! x (cons x x)) (if (= (car x) 1) x (g 1))) (list (g 1) (g 2))) ; => ((1 . 1) (1 . 1))
(let () (define (g x) (if (number? x) (= x 1) 'none)) (set! g (let ((old g)) (lambda (x) (old (list x))))) (g 1)) ; => none
;; a call that is entered again finds what it was given
(let ((k #f) (turns 0)) (define (go i) (if (= i 3) '() (let ((x (call/cc (lambda (c) (if (= i 1) (set! k c)) i)))) (let ((r (go (+ i 1)))) (cons (list i (= x i)) r))))) (let ((l (go 0))) (if (= turns 0) (begin (set! turns 1) (k 7)) l))) ; => ((0 #t) (1 #f) (2 #t))

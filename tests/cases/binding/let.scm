;;; R7RS 4.2.2, 4.2.4.
(let ((x 2) (y 3)) (* x y)) ; => 6
(let ((x 2) (y 3)) (let ((x 7) (z (+ x y))) (* z x))) ; => 35
(let* ((x 1) (y (+ x 1))) (list x y)) ; => (1 2)
(let* () 5) ; => 5
(letrec ((even? (lambda (n) (if (zero? n) #t (odd? (- n 1))))) (odd? (lambda (n) (if (zero? n) #f (even? (- n 1)))))) (even? 88)) ; => #t
(letrec* ((p (lambda (x) (+ 1 (q (- x 1))))) (q (lambda (y) (if (zero? y) 0 (+ 1 (p (- y 1)))))) (x (p 5)) (y x)) y) ; => 5
(let loop ((i 0) (acc '())) (if (= i 3) acc (loop (+ i 1) (cons i acc)))) ; => (2 1 0)
(let-values (((root rem) (exact-integer-sqrt 32)) ((x) (values 'one))) (list root rem x)) ; => (5 7 one)
(let-values (((a . rest) (values 1 2 3))) (list a rest)) ; => (1 (2 3))
(let ((a 'a) (b 'b)) (let*-values (((a b) (values b a)) ((c) (values (list a b)))) c)) ; => (b a)
(do ((vec (make-vector 5)) (i 0 (+ i 1))) ((= i 5) vec) (vector-set! vec i i)) ; => #(0 1 2 3 4)
(let ((x '(1 3 5))) (do ((x x (cdr x)) (sum 0 (+ sum (car x)))) ((null? x) sum))) ; => 9
(do ((i 0 (+ i 1))) ((= i 3) 'done)) ; => done
(let ((fs (do ((i 0 (+ i 1)) (l '() (cons (lambda () i) l))) ((= i 3) l)))) (map (lambda (f) (f)) fs)) ; => (2 1 0)
(let ((x 1)) (set! x (+ x 1)) x) ; => 2
(let loop () (if #f #f 'end)) ; => end
(let ((x 1) (x 2)) x) ; error: syntax:
(let ((x)) x) ; error: syntax:
(let-values (((a b) (values 1))) a) ; error: arity:
;; procedures made in each turn of a loop, one of which is put in line in the other
(let loop ((i 0) (made '())) (if (< i 3) (loop (+ i 1) (cons (letrec ((f (lambda () (g i))) (g (lambda (x) (+ x 1)))) f) made)) (map (lambda (f) (f)) made))) ; => (3 2 1)
(map (lambda (x) (let*-values (((a b) (values x 2)) ((c) (+ a b)) ((d) (string-length (number->string c))) ((e . f) (* c d))) (list c d e f))) '(1 2)) ; => ((3 1 3 ()) (4 1 4 ()))
(map (lambda (x) (call-with-values (lambda () (- x)) (lambda (y) (set! y (+ y 1)) y))) '(1 2)) ; => (0 -1)
(let*-values (((a) (+ 'x 1))) a) ; error: type: +

;;; R7RS chapter 4: primitive and derived expressions where they are easily got wrong.
;; 4.1.3 calls, 4.1.4 lambda
((if #f + *) 3 4) ; => 12
((lambda x x)) ; => ()
((lambda (a . b) (list a b)) 1) ; => (1 ())
(let ((reverse-subtract (lambda (x y) (- y x)))) (reverse-subtract 7 10)) ; => 3
(lambda (a b a) 1) ; error: syntax: bound twice
(lambda (a . a) 1) ; error: syntax: bound twice
(lambda (a 5) 1) ; error: syntax: wanted a name
(lambda (a)) ; error: syntax:
;; 4.1.5 if, 4.1.6 set!
(if '() 'true 'false) ; => true
(if #f #f) ; => #<unspecified>
(if) ; error: syntax:
(if 1 2 3 4) ; error: syntax:
(set! car 1) ; error: syntax: imported
(let ((x 1)) (set! x (+ x (begin (set! x 10) x))) x) ; => 11
;; 4.2.1 conditionals
(cond ((values 1) => list)) ; => (1)
(cond (#f) (5)) ; => 5
(cond (#f 1)) ; => #<unspecified>
(cond ((+ 1 1) => (lambda (x) (* x 10))) (else (car '()))) ; => 20
(let ((=> 1)) (cond (#t => 2))) ; => 2
(let ((else #f)) (cond (else 1) (#t 2))) ; => 2
(define (else-first x) (cond (else 'a) (x 'b))) ; error: syntax: else must be the last
(cond (1 => car cdr)) ; error: syntax: one expression after =>
(call-with-values (lambda () (cond (#t (values 1 2)))) list) ; => (1 2)
(case '() ((()) 'nil) (else 'no)) ; => nil
(case 'else ((else) 'symbol) (else 'no)) ; => symbol
(case 1 ((2) 'no)) ; => #<unspecified>
(case '(a) (((a)) 'equal) (else 'not-eqv)) ; => not-eqv
(case 1.0 ((1) 'exact) ((1.0) 'inexact)) ; => inexact
(case (string->symbol "if") ((if) 'yes) (else 'no)) ; => yes
(let ((x 1)) (case x ((1) => (begin (set! x 5) (lambda (key) key))) (else 0))) ; => 1
(let ((n 0)) (case (begin (set! n (+ n 1)) n) ((2 3) 'no) ((1) => (lambda (key) (list key n))) (else 'no))) ; => (1 1)
(let ((else 1)) (case 2 ((1) 'one) (else 'not-a-clause-list))) ; error: syntax: wanted a list of data
(and 1 2 #f (car '())) ; => #f
(or #f (memq 'b '(a b)) (car '())) ; => (b)
(when #f (car '())) ; => #<unspecified>
(unless #f 1 2) ; => 2
(call-with-values (lambda () (and 1 (values 1 2))) list) ; => (1 2)
(call-with-values (lambda () (when 1 (values))) list) ; => ()
(+ 1 (cond-expand ((and r7rs (not no-such) (or no-such full-unicode)) 2) (else 3))) ; => 3
(let () (cond-expand ((library (scheme base)) (define x 1)) (else (define y 2))) x) ; => 1
(cond-expand ((library (no such library)) 1) ((not (library (scheme base))) 2) (else 3)) ; => 3
(cond-expand ((and) 'and) (else 'else)) ; => and
(cond-expand ((or) 'or) (else 'else)) ; => else
(cond-expand ((frobnicate r7rs) 1)) ; error: syntax: wanted a feature
;; 4.2.2 binding
(let ((x 1)) (let ((x (+ x 1)) (y x)) (list x y))) ; => (2 1)
(let* ((x 1) (x (+ x 1)) (x (* x 10))) x) ; => 20
(let* ((x 1) (f (lambda () x)) (x 2)) (list (f) x)) ; => (1 2)
(let ((x 1)) (define x 2) x) ; => 2
(let ((x 1)) (begin (define x (lambda () y)) (define y 3)) (x)) ; => 3
(letrec ((f (lambda () g)) (g 3)) (f)) ; => 3
(letrec* ((a 1) (b (+ a 1)) (c (lambda () (+ a b)))) (c)) ; => 3
(letrec ((a (lambda () b)) (b (a))) b) ; error: unbound: b
(letrec* ((a b) (b 1)) a) ; error: unbound: b
(let-values (((a b) (values 1 2)) ((c) (values 3)) (d (values 4 5)) ((e . f) (values 6 7 8)) (() (values))) (list a b c d e f)) ; => (1 2 3 (4 5) 6 (7 8))
(let ((a 1) (b 2)) (let-values (((a) (values b)) ((b) (values a))) (list a b))) ; => (2 1)
(let ((a 1)) (let*-values (((a b) (values 10 a)) ((a) (values (+ a b)))) (list a b))) ; => (11 1)
(let-values (((a b) (values 1 2)) ((a) 3)) a) ; error: syntax: bound twice
(let-values (((a b) (values 1 2 3))) a) ; error: arity:
(let-values () (define x 1) x) ; => 1
;; a continuation that comes back to a value of a letrec finds the locations that were there (Petrofsky)
(let ((again #f)) (letrec ((x (call/cc (lambda (c) (set! again c) 0))) (y (call/cc (lambda (c) (set! again c) 0)))) (if again (let ((c again)) (set! again #f) (set! x 1) (set! y 1) (c 0)) (+ x y)))) ; => 0
(letrec ((x (call/cc (lambda (c) (list #t c))))) (if (car x) ((cadr x) (list #f (lambda () x))) (eq? x ((cadr x))))) ; => #t
(letrec ((x (call/cc list)) (y (call/cc list))) (cond ((procedure? x) (x (pair? y))) ((procedure? y) (y (pair? x)))) (let ((x (car x)) (y (car y))) (and (call/cc x) (call/cc y) (call/cc x)))) ; => #t
;; 4.2.4 iteration
(do ((i 0 (+ i 1)) (fixed 5)) ((= i 3) fixed)) ; => 5
(do ((i 0 (+ i 1)) (acc '())) ((= i 3) acc) (set! acc (cons i acc))) ; => (2 1 0)
(do ((i 0 (+ i 1))) ((= i 3))) ; => #<unspecified>
(call-with-values (lambda () (do () (#t (values 1 2)))) list) ; => (1 2)
(do ((i 0 j) (j 1 i) (n 0 (+ n 1))) ((= n 3) (list i j))) ; => (1 0)
(do ((i 0 (+ i 1) 5)) (#t)) ; error: syntax:
(let loop ((loop 3)) loop) ; => 3
(let loop ((i 0)) (define next (+ i 1)) (if (< next 5) (loop next) next)) ; => 5
(let ((f list)) (let f ((x (f 1 2))) x)) ; => (1 2)
(let loop ((i 0) (done '())) (if (< i 3) (loop (+ i 1) (cons (lambda () (set! i (* 10 i)) i) done)) (map (lambda (f) (f) (f)) done))) ; => (200 100 0)
(let ((loop 1)) (let loop ((i loop)) (if (> i 5) i (loop (* i 2))))) ; => 8
(let loop ((i 0)) (if (< i 3) (begin (set! loop (let ((old loop)) (lambda (i) (old (+ i 10))))) (loop (+ i 1))) i)) ; => 11
;; 4.2.6 parameters
(define p (make-parameter 1 (lambda (x) (* x 2))))
(list (p) (parameterize ((p 5)) (p)) (p)) ; => (2 10 2)
(define conversions 0)
(define counted (make-parameter 0 (lambda (x) (set! conversions (+ conversions 1)) x)))
(let ((k #f) (n 0)) (parameterize ((counted 1)) (call/cc (lambda (c) (set! k c))) (set! n (+ n (counted)))) (if (< n 3) (k #f)) (list n conversions)) ; => (3 2)
(define q (make-parameter 'q))
(parameterize ((q (p)) (p (q))) (q)) ; error: type:
(parameterize ((p 3) (q (p))) (list (p) (q))) ; => (6 2)
(parameterize ((q 1)) (parameterize ((q 2)) (q))) ; => 2
(parameterize ((q 1)) (define inner (q)) inner) ; => 1
(guard (e (#t (list e (q)))) (parameterize ((q 'inside)) (raise (q)))) ; => (inside q)
(with-exception-handler (lambda (e) (q)) (lambda () (parameterize ((q 'at-the-raise)) (raise-continuable 1)))) ; => at-the-raise
(let ((f (parameterize ((q 'then)) (lambda () (q))))) (parameterize ((q 'now)) (f))) ; => now
(define (leave-tail n) (parameterize ((q n)) (if (= n 0) (q) (leave-tail (- n 1)))))
(leave-tail 2000) ; => 0
(parameterize ((5 1)) 1) ; error: type: wanted a parameter
(call-with-values (lambda () (parameterize ((q 1)) (values (q) 2))) list) ; => (1 2)
;; 4.2.8 quasiquotation
`(1 ```,,@,,@(list (+ 1 2)) 4) ; => (1 (quasiquote (quasiquote (quasiquote (unquote (unquote-splicing (unquote 3)))))) 4)
`(a `(b ,(c ,@(list 1 2)) ,@(d ,@(list 3)))) ; => (a (quasiquote (b (unquote (c 1 2)) (unquote-splicing (d 3)))))
`#(1 ,@(list 2 3) #(4 ,(+ 2 3)) ,@'()) ; => #(1 2 3 #(4 5))
`(1 unquote (list 2 3)) ; => (1 2 3)
`(,@(list 1 2) . ,(+ 1 2)) ; => (1 2 . 3)
`(,@'() . tail) ; => tail
`(,@(list 1) ,@2) ; => (1 . 2)
`((,@(list)) ,@(list)) ; => (())
(let ((unquote list)) `(1 ,2)) ; => (1 (unquote 2))
(let ((x '(a))) (eq? x (cdr `(1 . ,x)))) ; => #t
(let ((x '(a))) (eq? x (cdr `(1 ,@x)))) ; => #t
`(1 ,@'(2 . 3) 4) ; error: type:
(quasiquote (1 (unquote-splicing (list 2)) (quote (unquote (+ 1 2))))) ; => (1 2 (quote 3))
;; 4.2.9 case-lambda
(define arity (case-lambda ((a) 1) ((a b . c) (list 'two c)) (() 0) (rest 'never)))
(list (arity) (arity 1) (arity 1 2) (arity 1 2 3)) ; => (0 1 (two ()) (two (3)))
((case-lambda (all all)) 1 2) ; => (1 2)
((case-lambda ((a b) 1)) 1) ; error: arity:
((case-lambda) 1) ; error: arity:
(let loop ((n 2000)) ((case-lambda ((m) (if (= m 0) 'end (loop (- m 1)))) ((a b) 'no)) n)) ; => end
;; 4.2.5 promises: the tests of reentrancy known from SRFI 45
(define once (let ((first? #t)) (delay (if first? (begin (set! first? #f) (force once)) 'second))))
(force once) ; => second
(define five 5)
(define countdown (delay (if (<= five 0) five (begin (set! five (- five 1)) (force countdown) (set! five (+ five 2)) five))))
(list five (force countdown) five) ; => (5 0 10)
(define said 0)
(let* ((r (delay (begin (set! said (+ said 1)) said))) (s (delay-force r)) (t (delay-force s))) (list (force t) (force r) said)) ; => (1 1 1)
(define k #f)
(define forced 0)
(define again (delay (begin (call/cc (lambda (c) (set! k c))) (set! forced (+ forced 1)) forced)))
(let ((first (force again))) (if (< forced 3) (k #f)) (list first (force again) forced)) ; => (1 1 3)
(define failing (delay (raise 'each-time)))
(list (guard (e (#t e)) (force failing)) (guard (e (#t e)) (force failing))) ; => (each-time each-time)
(eq? again (make-promise again)) ; => #t
(call-with-values (lambda () (force (delay (values 1 2)))) list) ; => (1 2)
(force (delay-force 5)) ; error: type: delay-force: wanted an expression whose value is a promise
(define (long n) (if (= n 0) (delay 'end) (delay-force (long (- n 1)))))
(force (long 3000)) ; => end
(force (delay (+ 1 (force (delay-force (delay 2)))))) ; => 3

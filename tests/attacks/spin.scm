;;;; Endless loops in every construct. Each must be stopped by the time limit, whatever stands around it.

;;; named let => limit
(let loop () (loop))

;;; named let with a counter => limit
(let loop ((i 0)) (loop (+ i 1)))

;;; do without an end => limit
(do ((i 0 (+ i 1))) (#f))

;;; do with a body => limit
(do ((i 0 (+ i 1))) (#f i) (car '(1)))

;;; internal definition => limit
(define (f) (define (g) (g)) (g))
(f)

;;; top-level self call => limit
(define (f) (f))
(f)

;;; top-level self call that was assigned later => limit
(define (f) 1)
(define (g) (f))
(set! f g)
(g)

;;; mutual tail calls => limit
(define (ping) (pong))
(define (pong) (ping))
(ping)

;;; ring of a hundred tail calls through a vector => limit
(define ring (make-vector 100 #f))
(define (enter i) ((vector-ref ring (modulo i 100)) (+ i 1)))
(let fill ((i 0)) (when (< i 100) (vector-set! ring i (lambda (j) (enter j))) (fill (+ i 1))))
(enter 0)

;;; through apply => limit
(define (f . args) (apply f args))
(f 1 2 3)

;;; through apply of apply => limit
(define (f x) (apply apply (list f (list (list x)))))
(f 1)

;;; through cond => => limit
(define (f x) (cond (x => f) (else 1)))
(f 1)

;;; through case => => limit
(define (f x) (case x ((1) => f) (else => f)))
(f 1)

;;; through and => limit
(define (f x) (and x f (f x)))
(f 1)

;;; through or => limit
(define (f x) (or #f (f x)))
(f 1)

;;; through when and unless => limit
(define (f x) (when x (unless #f (f x))))
(f 1)

;;; in an operand => limit
(define (f) (let loop () (loop)))
(+ 1 (f))

;;; in an operator => limit
((let loop () (loop)) 1)

;;; in the test of if => limit
(if (let loop () (loop)) 1 2)

;;; in a definition => limit
(define x (let loop () (loop)))
x

;;; in the value of set! => limit
(define x 1)
(set! x (let loop () (loop)))

;;; in a letrec init => limit
(letrec ((x (let loop () (loop)))) x)

;;; through values => limit
(define (f a b) (call-with-values (lambda () (values a b)) f))
(f 1 2)

;;; through let-values => limit
(define (f a) (let-values (((x . y) (values a a))) (f x)))
(f 1)

;;; through case-lambda => limit
(define f (case-lambda ((a) (f a a)) ((a b) (f a))))
(f 1)

;;; continuation that calls itself => limit
(let ((k (call/cc (lambda (k) k)))) (k k))

;;; yin and yang => limit
(let* ((yin ((lambda (k) (car '(1)) k) (call/cc (lambda (k) k))))
       (yang ((lambda (k) (cdr '(1)) k) (call/cc (lambda (k) k)))))
  (yin yang))

;;; re-entry of a top-level form => limit
(define k #f)
(define n (call/cc (lambda (c) (set! k c) 0)))
(k (+ n 1))

;;; re-entry into map => limit
(define k #f)
(map (lambda (x) (call/cc (lambda (c) (unless k (set! k c)) x))) '(1 2 3))
(k 1)

;;; call/cc in a loop => limit
(let loop () (call/cc (lambda (k) (k 1))) (loop))

;;; call/cc in a tail call => limit
(define (f) (call/cc (lambda (k) (f))))
(f)

;;; two coroutines => limit
(define other #f)
(define (switch) (call/cc (lambda (k) (let ((to other)) (set! other k) (to 1)))))
(define (run) (switch) (run))
(call/cc (lambda (k) (set! other (lambda (x) (run)))))
(run)

;;; before thunk => limit
(dynamic-wind (lambda () (let loop () (loop))) (lambda () 1) (lambda () 2))

;;; body of dynamic-wind => limit
(dynamic-wind (lambda () 1) (lambda () (let loop () (loop))) (lambda () 2))

;;; after thunk => limit
(dynamic-wind (lambda () 1) (lambda () 2) (lambda () (let loop () (loop))))

;;; after thunk that spins when the body is stopped => limit
(dynamic-wind (lambda () 1) (lambda () (let loop () (loop))) (lambda () (let loop () (loop))))

;;; nested after thunks that all spin => limit
(define (spin) (let loop () (loop)))
(let nest ((n 50)) (if (= n 0) (spin) (dynamic-wind (lambda () 1) (lambda () (nest (- n 1))) spin)))

;;; after thunk that escapes into a spin => limit
(call/cc
 (lambda (k)
   (let again ()
     (call/cc (lambda (out) (dynamic-wind (lambda () 1) (lambda () (let loop () (loop))) (lambda () (out 1)))))
     (again))))

;;; winding in and out for ever => limit
(define k #f)
(dynamic-wind (lambda () 1) (lambda () (call/cc (lambda (c) (set! k c)))) (lambda () 2))
(k 1)

;;; guard with else around a spin => limit
(guard (e (else 'caught)) (let loop () (loop)))

;;; guard with #t around a spin => limit
(guard (e (#t 'caught)) (let loop () (loop)))

;;; loop of guards around spins => limit
(let again () (guard (e (else 'caught)) (let loop () (loop))) (again))

;;; nest of guards around a spin => limit
(define (nest n) (if (= n 0) (let loop () (loop)) (guard (e (else 'caught)) (nest (- n 1)))))
(nest 200)

;;; guard whose clause spins => limit
(guard (e (else (let loop () (loop)))) (raise 'x))

;;; guard whose test spins => limit
(guard (e ((let loop () (loop)) 1)) (raise 'x))

;;; guard that raises again for ever => limit
(let loop () (guard (e (else (loop))) (raise 'x)))

;;; guard around errors of primitives for ever => limit
(let loop () (guard (e (else 1)) (car 5)) (loop))

;;; handler around a spin => limit
(with-exception-handler (lambda (e) 1) (lambda () (let loop () (loop))))

;;; handler that escapes, around a spin => limit
(call/cc (lambda (k) (with-exception-handler (lambda (e) (k 1)) (lambda () (let loop () (loop))))))

;;; handler that spins => limit
(with-exception-handler (lambda (e) (let loop () (loop))) (lambda () (raise 'x)))

;;; handler that installs itself again => limit
(define (handler e) (with-exception-handler handler (lambda () (raise-continuable e))))
(with-exception-handler handler (lambda () (raise-continuable 1)))

;;; raise-continuable in a loop => limit
(with-exception-handler (lambda (e) e) (lambda () (let loop () (raise-continuable 1) (loop))))

;;; parameter converter => limit
(define p (make-parameter 1 (lambda (x) (if (= x 2) (let loop () (loop)) x))))
(parameterize ((p 2)) (p))

;;; body of parameterize => limit
(define p (make-parameter 1))
(parameterize ((p 2)) (let loop () (p) (loop)))

;;; promise => limit
(force (delay (let loop () (loop))))

;;; endless delay-force => limit
(define (f n) (delay-force (f (+ n 1))))
(force (f 0))

;;; procedure given to map => limit
(map (lambda (x) (let loop () (loop))) '(1))

;;; procedure given to for-each => limit
(for-each (lambda (x) (let loop () (loop))) '(1))

;;; procedure given to vector-map => limit
(vector-map (lambda (x) (let loop () (loop))) #(1))

;;; procedure given to vector-for-each => limit
(vector-for-each (lambda (x) (let loop () (loop))) #(1))

;;; procedure given to string-map => limit
(string-map (lambda (x) (let loop () (loop))) "a")

;;; procedure given to string-for-each => limit
(string-for-each (lambda (x) (let loop () (loop))) "a")

;;; procedure given to member => limit
(member 1 '(1) (lambda (a b) (let loop () (loop))))

;;; procedure given to assoc => limit
(assoc 1 '((1)) (lambda (a b) (let loop () (loop))))

;;; procedure given to call-with-port => limit
(call-with-port (open-input-string "x") (lambda (p) (let loop () (loop))))

;;; reading one character again and again => limit
(let loop ((p (open-input-string "x"))) (peek-char p) (loop p))

;;; a string port that grows by nothing => limit
(let ((p (open-output-string))) (let loop () (write-string "" p) (loop)))

;;; macro-made loop => limit
(define-syntax forever (syntax-rules () ((_ e ...) (let loop () e ... (loop)))))
(forever 1)

;;; rewriting a list in a circle => limit
(define l (list 1 2 3))
(set-cdr! (cddr l) l)
(let loop ((l l)) (set-car! l (+ 1 (car l))) (loop (cdr l)))

;;; busy arithmetic => limit
(let loop ((a 1) (b 1)) (loop (modulo (* a 7) 1000003) (+ b (quotient a 3))))

;;; floating arithmetic => limit
(let loop ((x 1.5)) (loop (sqrt (+ (* x x) 1.0))))

;;; Ackermann => limit
(define (ack m n)
  (cond ((= m 0) (+ n 1)) ((= n 0) (ack (- m 1) 1)) (else (ack (- m 1) (ack m (- n 1))))))
(ack 3 12)

;;; exponential recursion => limit
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(fib 60)

;;; nested loops that would end some day => limit
(do ((i 0 (+ i 1))) ((= i 100000))
  (do ((j 0 (+ j 1))) ((= j 100000))
    (do ((k 0 (+ k 1))) ((= k 100000)))))

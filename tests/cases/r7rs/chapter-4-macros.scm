;;; R7RS 4.3: macros that other people have written to find out whether an expander is hygienic.
;; 4.3.1 let-syntax, letrec-syntax
(let-syntax ((given-that (syntax-rules () ((_ test stmt1 stmt2 ...) (if test (begin stmt1 stmt2 ...)))))) (let ((if #t)) (given-that if (set! if 'now)) if)) ; => now
(let ((x 'outer)) (define-syntax m (syntax-rules () ((_) x))) (let ((x 'inner)) (list x (m)))) ; => (inner outer)
(letrec-syntax ((ev? (syntax-rules () ((_) #t) ((_ a . r) (od? . r)))) (od? (syntax-rules () ((_) #f) ((_ a . r) (ev? . r))))) (list (ev? 1 2) (ev? 1))) ; => (#t #f)
(let ((f (lambda (x) (+ x 1)))) (let-syntax ((f (syntax-rules () ((_ x) x))) (g (syntax-rules () ((_ x) (f x))))) (list (f 1) (g 1)))) ; => (1 2)
(let ((f (lambda (x) (+ x 1)))) (letrec-syntax ((f (syntax-rules () ((_ x) x))) (g (syntax-rules () ((_ x) (f x))))) (list (f 1) (g 1)))) ; => (1 1)
(let ((x 1)) (let-syntax ((foo (syntax-rules () ((_ y) (let-syntax ((bar (syntax-rules () ((_) (let ((x 2)) y))))) (bar)))))) (foo x))) ; => 1
(let ((a 1)) (letrec-syntax ((foo (syntax-rules () ((_ b) (bar a b)))) (bar (syntax-rules () ((_ c d) (cons c (let ((c 3)) (list d c 'c))))))) (let ((a 2)) (foo a)))) ; => (1 2 3 a)
(let-syntax ((foo (syntax-rules () ((_ expr) (+ expr 1))))) (let ((+ *)) (foo 3))) ; => 4
(let-syntax ((m (syntax-rules () ((_) 1)))) (define x (m)) (+ x 1)) ; => 2
(let ((x 1)) (let-syntax ((foo (syntax-rules () ((_) 2)))) (define x (foo)) 3) x) ; => 1
(let ((x 1)) (let-syntax () (define x 2)) x) ; => 2
(let () (let-syntax ((sq (syntax-rules () ((_ x) (* x x))))) (define (nine) (sq 3)) (define-values (a b) (values (sq 2) 0)) (define-record-type r (mk f) r? (f rf))) (list (nine) a (rf (mk 1)))) ; => (9 4 1)
(let () (let-syntax ((one (syntax-rules () ((_) 1)))) (begin (define a (one)) (begin (define b (+ a (one)))))) (list a b)) ; => (1 2)
(let () (letrec-syntax () (define x 'spliced)) x) ; => spliced
(let-syntax ((foo 5)) 1) ; error: syntax: wanted (syntax-rules
(let-syntax ((a (syntax-rules ())) (a (syntax-rules ()))) 1) ; error: syntax: bound twice
;; 4.3.2 patterns: ellipses
(define-syntax part (syntax-rules () ((_ a b (m n) ... x y) '((a b) (m ...) (n ...) (x y))) ((_ . rest) 'no)))
(list (part 1 2 (3 4) (5 6) 7 8) (part 1 2 3 4) (part 1 2 3)) ; => (((1 2) (3 5) (4 6) (7 8)) ((1 2) () () (3 4)) no)
(define-syntax dotted-tail (syntax-rules () ((_ (a ... b . c)) '((a ...) b c)) ((_ . r) 'no)))
(list (dotted-tail (1 2 3 . 4)) (dotted-tail (1)) (dotted-tail ()) (dotted-tail (1 2))) ; => (((1 2) 3 4) (() 1 ()) no ((1) 2 ()))
(define-syntax any-formals (syntax-rules () ((_ (p ... . rest)) '((p ...) rest)) ((_ other) 'no)))
(list (any-formals (a b)) (any-formals (a . b)) (any-formals a) (any-formals #(1)) (any-formals ())) ; => (((a b) ()) ((a) b) (() a) (() #(1)) (() ()))
(define-syntax my-case-lambda (syntax-rules () ((_ (formals body ...) ...) (lambda args (let ((n (length args))) (letrec-syntax ((pick (syntax-rules ::: () ((_) (error "no clause")) ((_ ((p :::) . b) . more) (if (= n (length '(p :::))) (apply (lambda (p :::) . b) args) (pick . more))) ((_ ((p ::: . rest) . b) . more) (if (>= n (length '(p :::))) (apply (lambda (p ::: . rest) . b) args) (pick . more)))))) (pick (formals body ...) ...)))))))
(map (lambda (l) (apply (my-case-lambda ((a) (list 'one a)) ((a b . c) (list a b c)) (all (list 'all all))) l)) '((1) (1 2 3) ())) ; => ((one 1) (1 2 (3)) (all ()))
(define-syntax vector-tail (syntax-rules () ((_ #(a ... b c)) '((a ...) b c)) ((_ . r) 'no)))
(list (vector-tail #(1 2 3 4)) (vector-tail #(1)) (vector-tail #(1 2)) (vector-tail (1 2))) ; => (((1 2) 3 4) no (() 1 2) no)
(define-syntax nested-vectors (syntax-rules () ((_ #(a #(b ...) ...) ...) '#((a #(b ... end) ...) ...))))
(nested-vectors #(1 #(2 3) #()) #(4)) ; => #((1 #(2 3 end) #(end)) (4))
(define-syntax deep (syntax-rules () ((_ ((((a ...) ...) ...) ...)) '(a ... ... ... ...))))
(deep ((((1 2) (3)) ((4))) (((5 6 7))) ())) ; => (1 2 3 4 5 6 7)
(define-syntax pairs-with-first (syntax-rules () ((_ (x y ...) ...) '(((x y) ...) ...))))
(pairs-with-first (1 2 3) (4 5) (6)) ; => (((1 2) (1 3)) ((4 5)) ())
(define-syntax in-every (syntax-rules () ((_ k (a ...)) '((k a) ...))))
(in-every x (1 2)) ; => ((x 1) (x 2))
(define-syntax zip (syntax-rules () ((_ (a ...) (b ...)) '((a b) ...))))
(zip (1 2) (3 4)) ; => ((1 3) (2 4))
(zip (1 2) (3)) ; error: syntax: matched
(define-syntax count-to-2 (syntax-rules () ((_) 0) ((_ _) 1) ((_ _ _) 2) ((_ . _) 'many)))
(list (count-to-2) (count-to-2 a) (count-to-2 a b) (count-to-2 a b c)) ; => (0 1 2 many)
(define-syntax literal-underscore (syntax-rules (_) ((x) 0) ((x _) 1) ((x _ _) 2) ((x . y) 'other)))
(list (literal-underscore) (literal-underscore _) (literal-underscore _ _) (literal-underscore a)) ; => (0 1 2 other)
(define-syntax after-literals (syntax-rules (a) ((_ a ... x) 'x) ((_ x ...) 'no)))
(list (after-literals a a a 5) (after-literals a b 5) (after-literals 5)) ; => (5 no 5)
(define-syntax data (syntax-rules () ((_ ()) 'null) ((_ 1.5) 'float) ((_ "a") 'string) ((_ #\a) 'char) ((_ #u8(1)) 'bytes) ((_ #t) 'true) ((_ x) 'x)))
(list (data ()) (data 1.5) (data "a") (data #\a) (data #u8(1)) (data #t) (data 1)) ; => (null float string char bytes true 1)
(define-syntax tail-of-template (syntax-rules () ((_ (a ...) b) '(a ... . b))))
(list (tail-of-template (1 2) 3) (tail-of-template () 3) (tail-of-template (1) (2))) ; => ((1 2 . 3) 3 (1 2))
(define-syntax keyword-ignored (syntax-rules () ((keyword-ignored a) '(keyword-ignored a)) ((5 a b) 'number)))
(keyword-ignored 1) ; => (keyword-ignored 1)
(define-syntax bad-pattern (syntax-rules () ((_ a a) 1))) ; error: syntax: twice
(define-syntax bad-pattern (syntax-rules () ((_ a ... b ...) 1))) ; error: syntax: once in a list
(define-syntax bad-template (syntax-rules () ((_ a ...) 'a))) ; error: syntax: list of matches
(define-syntax bad-template (syntax-rules () ((_ a) '(a ...)))) ; error: syntax: tells how often
;; 4.3.2 the ellipsis itself
(define-syntax custom (syntax-rules ::: () ((_ (a b :::) :::) '((b ::: a ...) :::))))
(custom (1 2 3) (4)) ; => ((2 3 1 ...) (4 ...))
(define-syntax custom-underscore (syntax-rules _ () ((m x _) '(x _))))
(custom-underscore 1 2 3) ; => (1 2 3)
(define-syntax dots-as-literal (syntax-rules (...) ((_ ...) 'literal) ((_ x) 'variable)))
(list (dots-as-literal ...) (dots-as-literal 1)) ; => (literal variable)
(let ((... 2)) (let-syntax ((s (syntax-rules () ((_ x ...) 'bad) ((_ . r) 'ok)))) (s a b c))) ; => ok
(let ((_ 5)) (let-syntax ((s (syntax-rules () ((s _) (list _ _))))) (s 3))) ; => (3 3)
(define-syntax make-sequence-1 (syntax-rules () ((_ name) (define-syntax name (syntax-rules () ((_ e (... ...)) (begin e (... ...))))))))
(define-syntax make-sequence-2 (syntax-rules () ((_ name) (define-syntax name (... (syntax-rules () ((_ e ...) (begin e ...))))))))
(define-syntax make-sequence-3 (syntax-rules () ((_ name) (define-syntax name (syntax-rules dots () ((_ e dots) (begin e dots)))))))
(make-sequence-1 s1)
(make-sequence-2 s2)
(make-sequence-3 s3)
(list (s1 1 2) (s2 1 2 3) (s3 1)) ; => (2 3 1)
(define-syntax make-maker (syntax-rules () ((_ maker) (define-syntax maker (syntax-rules () ((_ name) (define-syntax name (syntax-rules () ((_ x ((... ...) (... ...))) (list x ((... ...) (... ...)))))))))) ))
(make-maker make-lister)
(make-lister lister)
(lister 1 2 3) ; => (1 2 3)
(define-syntax with-quoted-dots (syntax-rules () ((_ x ...) `(a ,x ... ,@(list x ...) #(x ...) (... ...)))))
(with-quoted-dots 1 2) ; => (a 1 2 1 2 #(1 2) ...)
;; 4.3.2 hygiene
(define-syntax my-or (syntax-rules () ((_) #f) ((_ e) e) ((_ e r ...) (let ((t e)) (if t t (my-or r ...))))))
(let ((x #f) (y 7) (temp 8) (let odd?) (if even?) (t 5)) (my-or x (let temp) (if y) t)) ; => 5
(define-syntax while (syntax-rules () ((_ condition body ...) (let loop () (when condition body ... (loop))))))
(let ((loop 0)) (while (< loop 3) (set! loop (+ loop 1))) loop) ; => 3
(define-syntax jabberwocky (syntax-rules () ((_ hatter) (begin (define march-hare 42) (define-syntax hatter (syntax-rules () ((_) march-hare)))))))
(jabberwocky mad-hatter)
(let ((march-hare 1)) (mad-hatter)) ; => 42
(define-syntax counter (syntax-rules () ((_ name) (begin (define n 0) (define (name) (set! n (+ n 1)) n)))))
(counter c1)
(counter c2)
(list (c1) (c1) (c2)) ; => (1 2 1)
(let () (counter c3) (counter c4) (list (c3) (c3) (c4))) ; => (1 2 1)
(define-syntax boxed (syntax-rules () ((_ make get) (define-record-type box (make content) box? (content get)))))
(boxed make-1 get-1)
(boxed make-2 get-2)
(list (get-1 (make-1 5)) (get-2 (make-2 6))) ; => (5 6)
(get-1 (make-2 5)) ; error: type:
(define-syntax be-like-let (syntax-rules () ((_ ((n v) ...) . body) ((lambda (n ...) . body) v ...))))
(be-like-let ((x 1) (y 2)) (define z (+ x y)) (* z 10)) ; => 30
(define-syntax m1 (syntax-rules () ((_ x) (let ((tmp 1)) (let-syntax ((m2 (syntax-rules () ((_ y) (list x tmp y))))) (let ((tmp 100)) (m2 tmp)))))))
(let ((tmp 10)) (m1 tmp)) ; => (10 1 100)
(let ((x 1)) (define-syntax get (syntax-rules () ((_) x))) (define-syntax with (syntax-rules () ((_ v e) (let ((x v)) e)))) (with 5 (list x (get)))) ; => (1 1)
(define-syntax capture (syntax-rules () ((_ name e) (let ((name 1)) e))))
(let ((x 0)) (capture x (+ x 10))) ; => 11
;; 4.3.2 literals are compared by what they mean
(define-syntax arrow? (syntax-rules (=> else) ((_ =>) 'arrow) ((_ else) 'else) ((_ x) 'other)))
(list (arrow? =>) (arrow? else) (arrow? x) (let ((else 1)) (arrow? else)) (let-syntax ((=> (syntax-rules ()))) (arrow? =>))) ; => (arrow else other other other)
(let ((else #t)) (let-syntax ((c (syntax-rules (else) ((_ else) 'literal) ((_ x) 'expression)))) (list (c else) (let ((else 2)) (c else))))) ; => (literal expression)
(define-syntax same-name (syntax-rules () ((_ a b) (let-syntax ((test (syntax-rules (a) ((_ a) #t) ((_ x) #f)))) (test b)))))
(list (same-name foo foo) (same-name foo bar) (let ((foo 1)) (same-name foo foo))) ; => (#t #f #t)
(define-syntax symbol?? (syntax-rules () ((_ (x . y)) #f) ((_ #(x ...)) #f) ((_ maybe) (let-syntax ((test (syntax-rules () ((_ maybe t f) t) ((_ x t f) f)))) (test probe #t #f)))))
(list (symbol?? foo) (symbol?? 5) (symbol?? "s") (symbol?? (a)) (symbol?? #(1)) (symbol?? ())) ; => (#t #f #f #f #f #f)
(define-syntax define-members (syntax-rules () ((_ name (k v) ...) (define-syntax name (syntax-rules (k ...) ((_ k) v) ... ((_ other) (syntax-error "not a member:" other)))))))
(define-members colour (red 1) (green 2))
(list (colour red) (colour green)) ; => (1 2)
(colour blue) ; error: syntax: not a member: blue
(let ((red 1)) (colour red)) ; error: syntax: not a member: red
(let ((if list)) (if 1 2 3)) ; => (1 2 3)
(define (shadow else) (cond (else 'shadowed)))
(list (shadow 1) (shadow #f)) ; => (shadowed #<unspecified>)
;; 4.3.3 syntax-error
(define-syntax simple-let (syntax-rules () ((_ (head ... ((x . y) val) . tail) body1 body2 ...) (syntax-error "expected an identifier but got" (x . y))) ((_ ((name val) ...) body1 body2 ...) ((lambda (name ...) body1 body2 ...) val ...))))
(simple-let ((a 1) (b 2)) (+ a b)) ; => 3
(simple-let ((a 1) ((b c) 2)) a) ; error: syntax: expected an identifier but got (b c)
(if #t 1 (syntax-error "even here")) ; error: syntax: even here
;; programs of macros: an abstract machine that evaluates macros inside out (Kiselyov's CK machine)
(define-syntax ck (syntax-rules (quote) ((_ () 'v) v) ((_ (((op ...) ea ...) . s) 'v) (ck-arg s (op ... 'v) ea ...)) ((_ s (op ea ...)) (ck-arg s (op) ea ...))))
(define-syntax ck-arg (syntax-rules (quote) ((_ s (op va ...)) (op s va ...)) ((_ s (op ...) 'v ea1 ...) (ck-arg s (op ... 'v) ea1 ...)) ((_ s (op ...) ea ea1 ...) (ck (((op ...) ea1 ...) . s) ea))))
(define-syntax c-cons (syntax-rules (quote) ((_ s 'h 't) (ck s '(h . t)))))
(define-syntax c-append (syntax-rules (quote) ((_ s '() 'l) (ck s 'l)) ((_ s '(h . t) 'l) (ck s (c-cons 'h (c-append 't 'l))))))
(define-syntax c-quote (syntax-rules (quote) ((_ s 'x) (ck s ''x))))
(define-syntax c-map (syntax-rules (quote) ((_ s 'f '()) (ck s '())) ((_ s '(f ...) '(h . t)) (ck s (c-cons (f ... 'h) (c-map '(f ...) 't))))))
(define-syntax c-append-map (syntax-rules (quote) ((_ s 'f '()) (ck s '())) ((_ s '(f ...) '(h . t)) (ck s (c-append (f ... 'h) (c-append-map '(f ...) 't))))))
(define-syntax c-insertions (syntax-rules (quote) ((_ s 'x '()) (ck s '((x)))) ((_ s 'x '(h . t)) (ck s (c-cons '(x h . t) (c-map '(c-cons 'h) (c-insertions 'x 't)))))))
(define-syntax c-permutations (syntax-rules (quote) ((_ s '()) (ck s '(()))) ((_ s '(h . t)) (ck s (c-append-map '(c-insertions 'h) (c-permutations 't))))))
(ck () (c-quote (c-permutations '(1 2 3)))) ; => ((1 2 3) (2 1 3) (2 3 1) (1 3 2) (3 1 2) (3 2 1))
;; a macro that binds a name of its user's on purpose, by looking for it in the body (Petrofsky)
(define-syntax find-identifier (syntax-rules () ((_ id (x . y) found none) (find-identifier id x found (find-identifier id y found none))) ((_ id x (k . args) none) (let-syntax ((check (syntax-rules (id) ((_ id given (k_ . args_) none_) (k_ given . args_)) ((_ x_ given k_ none_) none_)))) (check x x (k . args) none)))))
(define-syntax with-exit (syntax-rules () ((_ name body) (call/cc (lambda (name) (let loop () (begin . body) (loop)))))))
(define-syntax forever (syntax-rules () ((_ . body) (find-identifier break body (with-exit body) 'nobody-leaves))))
(let ((n 0)) (forever (set! n (+ n 1)) (if (> n 5) (break n)))) ; => 6
(let ((n 0)) (forever (set! n (+ n 1)))) ; => nobody-leaves
;; letrec and do as macros; temporaries made one by one
(define-syntax my-letrec (syntax-rules () ((_ ((v e) ...) . body) (my-letrec "temporaries" (v ...) () ((v e) ...) . body)) ((_ "temporaries" () (t ...) ((v e) ...) . body) (let ((v 'undefined) ...) (let ((t e) ...) (set! v t) ... (let () . body)))) ((_ "temporaries" (x . y) (t ...) bindings . body) (my-letrec "temporaries" y (new t ...) bindings . body))))
(my-letrec ((ev? (lambda (n) (if (= n 0) #t (od? (- n 1))))) (od? (lambda (n) (if (= n 0) #f (ev? (- n 1)))))) (list (ev? 10) (ev? 11))) ; => (#t #f)
(define-syntax my-do (syntax-rules () ((_ ((var init step ...) ...) (test e ...) command ...) (letrec ((loop (lambda (var ...) (if test (begin #f e ...) (begin command ... (loop (my-do "step" var step ...) ...)))))) (loop init ...))) ((_ "step" x) x) ((_ "step" x y) y)))
(my-do ((i 0 (+ i 1)) (acc '() (cons i acc)) (kept 'k)) ((= i 3) (list acc kept))) ; => ((2 1 0) k)
(define-syntax reversed (syntax-rules () ((_ (a ...)) '(a ...)) ((_ (a ...) x y ...) (reversed (x a ...) y ...))))
(reversed () 1 2 3 4) ; => (4 3 2 1)

;;; R7RS 6.10 and 6.11: continuations entered again, dynamic-wind, values, exceptions.
;; call/cc: puzzles
(let ((out '())) (define (note x) (set! out (cons x out))) (let ((k (call/cc (lambda (c) c)))) (note 1) (call/cc (lambda (c) (k c))) (note 2) (call/cc (lambda (c) (k c))) (note 3)) (reverse out)) ; => (1 1 2 1 3)
(let ((out '()) (n 0)) (call/cc (lambda (stop) (let* ((yin ((lambda (cc) (set! out (cons 'a out)) (set! n (+ n 1)) (if (> n 5) (stop 1)) cc) (call/cc (lambda (c) c)))) (yang ((lambda (cc) (set! out (cons 'b out)) cc) (call/cc (lambda (c) c))))) (yin yang)))) (reverse out)) ; => (a b a b b a b b b a b b b b a b b b b b a)
(call/cc (lambda (c) (0 (c 1)))) ; => 1
(let ((k* #f) (y* 1)) (set! y* (* (call/cc (lambda (k) (set! k* k) y*)) 2)) (if (< y* 20) (k* y*) y*)) ; => 32
(let ((x (call/cc (lambda (k) k)))) (if (procedure? x) (x 5) (list 'then x))) ; => (then 5)
(apply) ; error: arity: apply: wanted at least 2 arguments, got 0
(apply car) ; error: arity: apply: wanted at least 2 arguments, got 1
(let loop ((l '(1 2)) (m '())) (if (null? l) (apply) (loop (cdr l) (cons (car l) m)))) ; error: arity: apply: wanted at least 2 arguments, got 0
(apply call/cc (list (lambda (k) (+ 1 (k 1))))) ; => 1
(call/cc procedure? 1) ; error: arity:
;; call/cc: in every position of a form
(define (again value-of) (let ((k #f) (n 0)) (let ((v (value-of (lambda (first) (call/cc (lambda (c) (set! k c) first)))))) (set! n (+ n 1)) (if (< n 3) (k (* 10 n)) v))))
(again (lambda (mark) (list 1 (mark 2) 3))) ; => (1 20 3)
(again (lambda (mark) (let ((v (vector 1 (mark 2) 3))) (vector-set! v 0 'set) v))) ; => #(set 20 3)
(again (lambda (mark) (+ 1 (* 2 (mark 3))))) ; => 41
(again (lambda (mark) (apply + (mark 1) '(1 2)))) ; => 23
(again (lambda (mark) (let* ((a (mark 1)) (b (* a 2)) (a (+ a b))) (list a b)))) ; => (60 40)
(again (lambda (mark) (let-values (((a b) (values (mark 1) 2)) ((c) (values 3))) (list a b c)))) ; => (20 2 3)
(again (lambda (mark) (define a (mark 1)) (define (get) a) (define b (+ a 1)) (list (get) b))) ; => (20 21)
(again (lambda (mark) (define-values (a . b) (values (mark 1) 2)) (list a b))) ; => (20 (2))
(again (lambda (mark) (letrec ((f (lambda () x)) (x (mark 1))) (f)))) ; => 20
(again (lambda (mark) (case (mark 1) ((1) 'one) ((10) 'ten) (else => list)))) ; => (20)
(again (lambda (mark) (cond ((mark #f) => list) (else 'none)))) ; => (20)
(again (lambda (mark) (and 1 (mark 2)))) ; => 20
(again (lambda (mark) (if (eqv? 20 (mark #f)) 'then 'else))) ; => then
(again (lambda (mark) (string-append "a" (let ((x (mark "b"))) (if (number? x) (number->string x) x)) "c"))) ; => "a20c"
(again (lambda (mark) (let loop ((i 0) (acc '())) (if (< i 3) (loop (+ i 1) (cons (if (= i 1) (mark i) i) acc)) acc)))) ; => (2 20 0)
(again (lambda (mark) (do ((i 0 (+ i 1)) (acc '() (cons (if (= i 1) (mark i) i) acc))) ((= i 3) acc)))) ; => (2 20 0)
(again (lambda (mark) `(1 ,(mark 2) ,@(list (mark 3))))) ; => (1 2 20)
(again (lambda (mark) (force (delay (list (mark 1)))))) ; => (1)
(again (lambda (mark) (let ((p (make-parameter 0))) (parameterize ((p (mark 1))) (p))))) ; => 20
(again (lambda (mark) ((if (eqv? (mark 1) 20) list vector) 5))) ; => (5)
(again (lambda (mark) ((case-lambda ((a) (list a)) ((a b) (list b a))) 1 (mark 2)))) ; => (20 1)
(again (lambda (mark) (guard (e ((number? e) (list 'raised e))) (raise (mark 1))))) ; => (raised 20)
(again (lambda (mark) (let ((x 1)) (set! x (+ x (mark 1))) x))) ; => 21
;; call/cc: below a call whose operator is taken out of a structure
(again (lambda (mark) (let ((fs (list mark))) (+ 1 ((car fs) 2))))) ; => 21
(again (lambda (mark) (let ((fs (cons 'name mark))) (list ((cdr fs) 2))))) ; => (20)
(again (lambda (mark) (let ((fs (list 'a mark))) (list 1 ((cadr fs) 2) 3)))) ; => (1 20 3)
(again (lambda (mark) (let ((fs (vector mark))) (list ((vector-ref fs 0) 2))))) ; => (20)
(again (lambda (mark) (let ((f #f)) (set! f mark) ((lambda () (set! f f))) (list (f 2))))) ; => (20)
(again (lambda (mark) (list (((lambda () mark)) 2)))) ; => (20)
(again (lambda (mark) (list ((if (pair? '(1)) mark list) 2)))) ; => (20)
(define-record-type object (make-object method) object? (method object-method))
(again (lambda (mark) (list ((object-method (make-object mark)) 2)))) ; => (20)
(define-values (step steps) (values (lambda (n) (if (= n 0) 0 (+ 1 ((car steps) (- n 1))))) (list #f)))
(set-car! steps step)
(step 3000) ; => 3000
((car '(5)) 1) ; error: type:
;; a continuation does not change what an earlier return of the same procedure gave (R7RS 6.10 on map)
(define (returns call) (let ((k #f) (n 0) (seen '())) (let ((r (call (lambda (x) (call/cc (lambda (c) (if (eqv? x 2) (set! k c)) x)))))) (set! seen (cons r seen)) (set! n (+ n 1)) (if (< n 3) (k (* n 10)) (reverse seen)))))
(returns (lambda (mark) (map mark '(1 2 3)))) ; => ((1 2 3) (1 10 3) (1 20 3))
(returns (lambda (mark) (map (lambda (x y) (+ (mark x) y)) '(1 2 3) '(100 200 300 400)))) ; => ((101 202 303) (101 210 303) (101 220 303))
(returns (lambda (mark) (vector-map mark #(1 2 3)))) ; => (#(1 2 3) #(1 10 3) #(1 20 3))
(returns (lambda (mark) (string-map (lambda (c) (integer->char (+ 65 (mark (- (char->integer c) 97))))) "abcd"))) ; => ("ABCD" "ABKD" "ABUD")
(define (visits walk) (let ((k #f) (n 0) (seen '())) (walk (lambda (x) (call/cc (lambda (c) (if (eqv? x 2) (set! k c)))) (set! seen (cons x seen)))) (set! n (+ n 1)) (if (< n 3) (k #f) (reverse seen))))
(visits (lambda (f) (for-each f '(1 2 3)))) ; => (1 2 3 2 3 2 3)
(visits (lambda (f) (vector-for-each f #(1 2 3)))) ; => (1 2 3 2 3 2 3)
(visits (lambda (f) (string-for-each (lambda (c) (f (digit-value c))) "123"))) ; => (1 2 3 2 3 2 3)
(visits (lambda (f) (member 9 '(1 2 3) (lambda (a b) (f b) #f)))) ; => (1 2 3 2 3 2 3)
(let ((k #f) (n 0) (getters '())) (let ((x (call/cc (lambda (c) (set! k c) 0)))) (set! getters (cons (lambda () x) getters)) (set! n (+ n 1)) (if (< n 3) (k n)) (map (lambda (get) (get)) getters))) ; => (2 1 0)
(define deep-k #f)
(define (deep n) (if (= n 0) (call/cc (lambda (c) (set! deep-k c) 0)) (+ 1 (deep (- n 1)))))
(let ((n 0) (r (deep 3000))) (set! n (+ n 1)) r) ; => 3000
(let* ((n 0) (r (deep 3000))) (set! n (+ n 1)) (if (< n 3) (deep-k n) r)) ; => 3002
;; dynamic-wind
(define (winding use) (let ((log '())) (define (note x) (set! log (cons x log)) x) (let ((r (use note))) (list r (reverse log)))))
(winding (lambda (note) (let ((k #f) (n 0)) (dynamic-wind (lambda () (note 'in1)) (lambda () (dynamic-wind (lambda () (note 'in2)) (lambda () (call/cc (lambda (c) (set! k c))) (note 'body)) (lambda () (note 'out2)))) (lambda () (note 'out1))) (set! n (+ n 1)) (if (< n 2) (dynamic-wind (lambda () (note 'other-in)) (lambda () (k 1)) (lambda () (note 'other-out)))) n))) ; => (2 (in1 in2 body out2 out1 other-in other-out in1 in2 body out2 out1))
(winding (lambda (note) (call/cc (lambda (k) (dynamic-wind (lambda () (note 'before) (k 'left)) (lambda () (note 'never)) (lambda () (note 'never))))))) ; => (left (before))
(winding (lambda (note) (call/cc (lambda (k) (dynamic-wind (lambda () (note 'before)) (lambda () (note 'during)) (lambda () (note 'after) (k 'from-after))))))) ; => (from-after (before during after))
(winding (lambda (note) (call/cc (lambda (a) (call/cc (lambda (b) (dynamic-wind (lambda () #f) (lambda () (b 'b)) (lambda () (note 'out) (a 'a))))) 'fell)))) ; => (a (out))
(winding (lambda (note) (dynamic-wind (lambda () (note 'in)) (lambda () (call/cc (lambda (k) (dynamic-wind (lambda () (note 'in2)) (lambda () (k (note 'leaving))) (lambda () (note 'out2)))))) (lambda () (note 'out))))) ; => (leaving (in in2 leaving out2 out))
(winding (lambda (note) (let ((k #f) (n 0)) (let ((r (dynamic-wind (lambda () (note 'in)) (lambda () (call/cc (lambda (c) (set! k c) 1))) (lambda () (note 'out))))) (set! n (+ n 1)) (if (< n 3) (k (+ r 1)) r))))) ; => (3 (in out in out in out))
(winding (lambda (note) (let ((p (make-parameter 'outside))) (parameterize ((p 'inside)) (dynamic-wind (lambda () (note (p))) (lambda () (parameterize ((p 'deeper)) (call/cc (lambda (k) (k (p)))))) (lambda () (note (p)))))))) ; => (deeper (inside inside))
(call-with-values (lambda () (dynamic-wind (lambda () 1) (lambda () (values 1 2)) (lambda () (values 3 4 5)))) list) ; => (1 2)
;; values
(call-with-values (lambda () (call/cc (lambda (k) (k 1 2 3)))) list) ; => (1 2 3)
(call-with-values (lambda () (call/cc (lambda (k) (k)))) list) ; => ()
(begin (call/cc (lambda (k) (k 1 2 3))) 'any-number-to-begin) ; => any-number-to-begin
(let () (values) (values 1 2) 'to-a-body) ; => to-a-body
(call-with-values (lambda () (let loop ((n 3)) (if (= n 0) (values 1 2) (loop (- n 1))))) cons) ; => (1 . 2)
(call/cc (lambda (out) (let-values (((a b) (call/cc (lambda (k) (out (k 1 2)))))) (list a b)))) ; => (1 2)
(call-with-values values list) ; => ()
(call-with-values (lambda () (apply values '(1 2 3))) (lambda (a . b) (list a b))) ; => (1 (2 3))
(string-for-each (lambda (c) (values 1 2)) "ab") ; => #<unspecified>
;; 6.11 handlers and their environment
(with-exception-handler (lambda (e) 1) (lambda () (with-exception-handler (lambda (e) (+ 10 (raise-continuable e))) (lambda () (+ 100 (raise-continuable 'x)))))) ; => 111
(winding (lambda (note) (guard (e ((begin (note 'test) #f) 1) ((symbol? e) (note 'clause))) (dynamic-wind (lambda () (note 'in)) (lambda () (raise 'boom)) (lambda () (note 'out)))))) ; => (clause (in out test clause))
(winding (lambda (note) (with-exception-handler (lambda (e) (note (list 'outer e)) 42) (lambda () (+ 1 (guard (e ((string? e) 'no)) (dynamic-wind (lambda () (note 'in)) (lambda () (note (raise-continuable 'c))) (lambda () (note 'out))))))))) ; => (43 (in out in (outer c) 42 out))
(winding (lambda (note) (guard (e (#t (note (list 'outer e)))) (guard (e ((begin (note 'no) #f) 1)) (dynamic-wind (lambda () (note 'in)) (lambda () (raise 'x)) (lambda () (note 'out))))))) ; => ((outer x) (in out no in out (outer x)))
(guard (e (#t (list 'outer e))) (guard (e ((symbol? e) (raise (list 'again e)))) (raise 'x))) ; => (outer (again x))
(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'b 23)))) ; => (b . 23)
(guard (e ((memq e '(a b)) => (lambda (found) (length found)))) (raise 'a)) ; => 2
(guard (e (else (set! e (list e)) e)) (raise 1)) ; => (1)
(guard (e (#f 'never)) (define x 1) (+ x 1)) ; => 2
(guard (e ((error-object? e) (string? (error-object-message e)))) (with-exception-handler (lambda (e) 'returned) (lambda () (raise 'x)))) ; => #t
(guard (e ((string? e) (list 'in-handler e))) (with-exception-handler (lambda (e) (raise "second")) (lambda () (raise 'first)))) ; => (in-handler "second")
(let ((log '())) (list (guard (e (#t (set! log (cons (list 'guard e) log)) 'done)) (with-exception-handler (lambda (e) (set! log (cons (list 'outer e) log)) 0) (lambda () (with-exception-handler (lambda (e) (set! log (cons (list 'inner e) log)) 1) (lambda () (raise 'x)))))) (map car (reverse log)))) ; => (done (inner outer guard))
(let ((p (make-parameter 0))) (with-exception-handler (lambda (e) (p)) (lambda () (parameterize ((p 1)) (raise-continuable 'c))))) ; => 1
(call/cc (lambda (k) (with-exception-handler (lambda (e) (k (list 'handled e))) (lambda () (with-exception-handler (lambda (e) (raise (list 'wrapped e))) (lambda () (raise 'x))))))) ; => (handled (wrapped x))
(let ((k #f) (n 0)) (guard (e (#t (set! n (+ n 1)) (if (< n 3) (k n) (list e n)))) (raise (call/cc (lambda (c) (set! k c) 'first))))) ; => (2 3)
(let ((k #f) (n 0)) (let ((v (guard (e ((symbol? e) (call/cc (lambda (c) (set! k c) e)))) (raise 'x)))) (set! n (+ n 1)) (if (< n 3) (k (list n v)) v))) ; => (2 (1 x))
(define (guard-deep n) (guard (e ((eqv? e n) (raise (- n 1)))) (if (= n 300) (raise n) (guard-deep (+ n 1)))))
(guard (e (#t e)) (guard-deep 0)) ; => -1
(call-with-values (lambda () (with-exception-handler (lambda (e) (values 1 2)) (lambda () (raise-continuable 'c)))) list) ; => (1 2)
(with-exception-handler (lambda (e) 0) (lambda () (+ 1 (call/cc (lambda (k) (with-exception-handler (lambda (e) (k 10)) (lambda () (raise-continuable 'c)))))))) ; => 11
(guard (e ((string? e) e)) (call-with-port (open-input-string "x") (lambda (port) (raise "from the port")))) ; => "from the port"
(map (lambda (thunk) (guard (e ((error-object? e) (list (error-object-message e) (error-object-irritants e)))) (thunk))) (list (lambda () (error "mine" 1 "two" 'three)) (lambda () (error "no irritants")) (lambda () (vector-ref (vector 1 2) 9)) (lambda () (car 1)))) ; => (("mine" (1 "two" three)) ("no irritants" ()) ("vector-ref: argument 2: wanted an index from 0 to 1, got 9" (9)) ("car: wanted a pair, got 1" (1)))
(map (lambda (thunk) (guard (e ((error-object? e) (string? (error-object-message e)))) (thunk))) (list (lambda () (5 5)) (lambda () (undefined-name)) (lambda () ((lambda (x) x))) (lambda () (/ 1 0)) (lambda () (exact (/ 0. 0.))))) ; => (#t #t #t #t #t)
(map (lambda (thunk) (guard (e (#t (list (error-object? e) (read-error? e) (file-error? e)))) (thunk))) (list (lambda () (raise 5)) (lambda () (error "x")) (lambda () (read (open-input-string "(1"))) (lambda () (car 1)))) ; => ((#f #f #f) (#t #f #f) (#t #t #f) (#t #f #f))

;;; R7RS chapter 5: programs, imports, definitions, libraries.
;; 5.1, 5.3: a program runs from the top down, also where a keyword changes its meaning
(import (scheme base) (scheme write) (scheme char))
(define-syntax m (syntax-rules () ((_) 1)))
(define a (m))
(define (by-m) (m))
(define-syntax m (syntax-rules () ((_) 2)))
(define b (m))
(define (m) 3)
(list a (by-m) b (m)) ; => (1 1 2 3)
(define (uses-when) (when #t 'standard))
(define-syntax when (syntax-rules () ((_ . r) 'mine)))
(define (uses-list) (list 1 2))
(define-syntax list-of (syntax-rules () ((_ x ...) (list 'of x ...))))
(list (uses-when) (when #t 1) (list-of 1)) ; => (standard mine (of 1))
(let ((old-car car)) (list (old-car '(1 2)))) ; => (1)
(define old-cdr cdr)
(define (cdr x) (list 'mine (old-cdr x)))
(cdr '(1 2)) ; => (mine (2))
(begin (define in-a-begin 1) (begin) (begin (define deeper (+ in-a-begin 1))))
(list in-a-begin deeper) ; => (1 2)
(define-syntax nothing (syntax-rules () ((_) (begin))))
(nothing)
(let () (nothing) (define x 1) (nothing) x) ; => 1
(define (early) (late))
(early) ; error: unbound: late
(define (late) 'now)
(early) ; => now
(define x 1)
(define (get-x) x)
(define x 2)
(set! x (+ x 1))
(get-x) ; => 3
(if #t (define y 1)) ; error: syntax: a definition may stand only
(define (f) (+ 1 (begin (define z 1) z))) ; error: syntax: a definition may stand only
;; 5.3.2 internal definitions
(let () (define (even? n) (or (= n 0) (odd? (- n 1)))) (define (odd? n) (and (> n 0) (even? (- n 1)))) (even? 10)) ; => #t
(let () (define a 1) (define b (+ a 1)) (set! a 10) (define c (+ a b)) (list a b c)) ; => (10 2 12)
(let () (define-syntax add (syntax-rules () ((_ x) (+ n x)))) (define n 5) (add 1)) ; => 6
(let () (define (use) (later)) (define-syntax later (syntax-rules () ((_) 'macro))) (use)) ; => macro
(let () (define (if x) (list 'procedure x)) (if 1)) ; => (procedure 1)
(let () (define a 1) (define a 2) a) ; error: syntax: defined twice
(let () (define a b) (define b 1) a) ; error: unbound: b
(let () (define a 1)) ; error: syntax: no expression
(lambda () ) ; error: syntax:
;; 5.3.3 define-values
(define-values (p . q) (values 1 2 3))
(define-values r (values 1 2))
(define-values () (values))
(define-values (s t) (call/cc (lambda (k) (k 1 2))))
(list p q r s t) ; => (1 (2 3) (1 2) 1 2)
(let () (define-values (a b . c) (values 1 2 3 4)) (define-values (d) (+ a b)) (define (e) (list a b c d)) (e)) ; => (1 2 (3 4) 3)
(define-values (a b) (values 1)) ; error: arity:
(define-values (a a) (values 1 2)) ; error: syntax: bound twice
;; 5.5 records
(define-record-type <thing> #f thing? (a thing-a))
(thing? 1) ; => #f
(define-record-type node (make-node next) node? (value node-value set-node-value!) (next node-next))
(let ((n (make-node 'x))) (let ((before (node-value n))) (set-node-value! n 3) (list before (node-value n) (node-next n)))) ; => (#f 3 x)
(define first-node (make-node 1))
(define first-next node-next)
(define-record-type node (make-node next) node? (next node-next))
(list (node? first-node) (node? (make-node 1)) (first-next first-node)) ; => (#f #t 1)
(node-next first-node) ; error: type: node-next
(define node (make-node 2))
(node-next node) ; => 2
(define-record-type point (point x y) point? (x point-x) (y point-y))
(list (point-x (point 1 2)) (point? (point 1 2)) (procedure? point)) ; => (1 #t #t)
(define-record-type pt (make-pt x z) pt? (x pt-x)) ; error: syntax: no field
(define-record-type pt (make-pt x x) pt? (x pt-x)) ; error: syntax: twice
(let () (define-record-type r (make) r?) (let ((other (let () (define-record-type r (make) r?) (make)))) (list (r? (make)) (r? other)))) ; => (#t #f)
(map (lambda (p?) (p? (point 1 2))) (list vector? pair? procedure? symbol? string? list? null? boolean? number? char? bytevector?)) ; => (#f #f #f #f #f #f #f #f #f #f #f)
;; 5.2, 5.6 import sets and libraries
(define-library (r7rs counting)
  (export next! get (rename n-now now) with-bump kw is-kw? my-case)
  (import (scheme base))
  (begin
    (define n 0)
    (define (next!) (set! n (+ n 1)) n)
    (define (get) n)
    (define-syntax n-now (syntax-rules () ((_) n)))
    (define-syntax with-bump (syntax-rules () ((_ e) (begin (set! n (+ n 100)) e))))
    (define-syntax kw (syntax-rules ()))
    (define-syntax is-kw? (syntax-rules (kw) ((_ kw) #t) ((_ x) #f))))
  (begin
    (define-syntax my-case (syntax-rules (else =>) ((_ else) 'else) ((_ => x) (list 'arrow x)) ((_ x) 'other)))))
(define-library (r7rs left) (export left!) (import (scheme base) (r7rs counting)) (begin (define (left!) (next!))))
(define-library (r7rs right) (export right!) (import (scheme base) (prefix (r7rs counting) c:)) (begin (define (right!) (c:next!))))
(import (r7rs counting) (r7rs left) (r7rs right) (prefix (only (r7rs counting) kw) k:))
(define n 'mine)
(let* ((a (next!)) (b (left!)) (c (right!)) (d (with-bump (get)))) (list a b c d (now) n)) ; => (1 2 3 103 103 mine)
(list (is-kw? kw) (is-kw? k:kw) (let ((kw 1)) (is-kw? kw)) (is-kw? other)) ; => (#t #t #f #f)
(list (my-case else) (my-case => 1) (let ((else 1)) (my-case else))) ; => (else (arrow 1) other)
(import (rename (r7rs counting) (is-kw? keyword?) (kw word)))
(keyword? word) ; => #t
(import (rename (prefix (except (only (scheme base) + - vector) -) b:) (b:+ plus)))
(list (plus 1 2) (b:vector 1)) ; => (3 #(1))
b:- ; error: unbound: b:-
(import (rename (scheme base) (if if*) (else else*) (=> =>*) (... dots) (_ any)))
(define-syntax renamed (syntax-rules (else) ((any else) 'else) ((any x dots) '(x dots end))))
(list (if* #t 1 2) (cond (#f 1) (else* 2)) (cond (1 =>* list)) (renamed 1 2) (renamed else*)) ; => (1 2 (1) (1 2 end) else)
(define-library (r7rs variables) (export x set-x! bump) (import (scheme base)) (begin (define x 1) (define (set-x! v) (set! x v)) (define-syntax bump (syntax-rules () ((_) (begin (set! x (+ x 1)) x))))))
(import (prefix (r7rs variables) v:))
(let* ((a v:x) (b (begin (v:set-x! 10) v:x)) (c (v:bump))) (list a b c v:x)) ; => (1 10 11 11)
(set! v:x 5) ; error: syntax: imported
(define-syntax define-module (syntax-rules () ((_ name export-name value) (define-library (generated name) (export export-name) (import (scheme base)) (begin (define export-name value))))))
(define-module foo generated-value 'made)
(import (generated foo))
generated-value ; => made
(define-syntax bring-in (syntax-rules () ((_ set) (import set))))
(bring-in (only (scheme cxr) caddr))
(caddr '(1 2 3)) ; => 3
(define-library (r7rs choosing)
  (export chosen)
  (cond-expand ((library (no such)) (import (no such))) ((and r7rs (library (scheme base))) (import (scheme base)) (begin (define chosen 'second))) (else (import (scheme base)) (begin (define chosen 'third)))))
(import (r7rs choosing))
chosen ; => second
(define-library (wrong) (export nothing) (import (scheme base))) ; error: library: does not define
(define-library (wrong) (export a (rename b a)) (import (scheme base)) (begin (define a 1) (define b 2))) ; error: library: two things as a
(define-library (wrong) (export a) (import (scheme base)) (begin (define a 1) (define a 2))) ; error: syntax: defined twice
(define-library (wrong) (import (scheme base)) (begin (set! car 1))) ; error: syntax: imported
(define-library (wrong) (begin 1) (frobnicate)) ; error: syntax: wanted a declaration
(define-library (scheme base) (import (scheme base))) ; error: library: a name of the standard library
(define-library ("wrong") (import (scheme base))) ; error: syntax: wanted a library
(let () (import (scheme base)) 1) ; error: syntax: imports stand at the top
(let () (define-library (wrong)) 1) ; error: syntax: a library stands at the top
(import (only (scheme base) no-such-name)) ; error: library: has no no-such-name
(import "a string") ; error: syntax: wanted a library

;;; (srfi 125): what each operation answers.
(import (scheme base) (scheme write) (scheme char) (scheme complex) (srfi 125) (srfi 128))
(define ic (make-comparator integer? = < (lambda (x . r) (modulo x 10))))
(define dc (make-default-comparator))
(define (sal h) (reverse (hash-table->alist h)))
(define (h) (hash-table-copy (hash-table dc 'a 1 'b 2 'c 3) #t))
(define (h2) (hash-table-copy (hash-table dc 'b 20 'z 26) #t))
(sal (hash-table dc 'a 1 'b 2)) ; => ((b . 2) (a . 1))
(sal (alist->hash-table '((a . 1) (b . 2) (a . 3)) dc)) ; => ((b . 2) (a . 1))
(sal (hash-table-unfold (lambda (s) (> s 3)) (lambda (s) (values s (* s s))) (lambda (s) (+ s 1)) 1 ic)) ; => ((3 . 9) (2 . 4) (1 . 1))
(hash-table dc 'a) ; error: error: hash-table: a key without value: a
(hash-table? (make-hash-table dc)) ; => #t
(hash-table-contains? (hash-table dc 'a #f) 'a) ; => #t
(hash-table-exists? (hash-table dc 'a #f) 'b) ; => #f
(hash-table-empty? (make-hash-table ic)) ; => #t
(hash-table=? ic (hash-table dc 1 2) (hash-table dc 1 2)) ; => #t
(hash-table=? ic (hash-table dc 1 2) (hash-table dc 1 3)) ; => #f
(hash-table-mutable? (hash-table dc)) ; => #t
(hash-table-mutable? (make-hash-table dc)) ; => #t
(hash-table-ref (hash-table dc 'a 1) 'a) ; => 1
(hash-table-ref (hash-table dc 'a 1) 'b) ; error: error: hash-table-ref: no such key: b
(hash-table-ref (hash-table dc 'a 1) 'b (lambda () 'no)) ; => no
(hash-table-ref (hash-table dc 'a 1) 'a (lambda () 'no) (lambda (x) (* x 10))) ; => 10
(hash-table-ref/default (hash-table dc 'a 1) 'b 5) ; => 5
(let ((x (h))) (hash-table-set! x 'd 4 'a 10) (sal x)) ; => ((d . 4) (c . 3) (b . 2) (a . 10))
(let ((x (h))) (hash-table-set! x 'd)) ; error: error: hash-table-set!: a key without value: d
(let ((x (h))) (hash-table-set! x) (sal x)) ; => ((c . 3) (b . 2) (a . 1))
(let ((x (h))) (list (hash-table-delete! x 'a 'z 'b) (sal x))) ; => (2 ((c . 3)))
(let ((x (h))) (list (hash-table-intern! x 'z (lambda () 26)) (hash-table-intern! x 'a (lambda () 27)) (hash-table-size x))) ; => (26 1 4)
(let ((x (h))) (hash-table-update! x 'a (lambda (v) (+ v 1))) (hash-table-ref x 'a)) ; => 2
(let ((x (h))) (hash-table-update! x 'z (lambda (v) (+ v 1)))) ; error: error: hash-table-ref: no such key: z
(let ((x (h))) (hash-table-update! x 'z (lambda (v) (+ v 1)) (lambda () 0)) (hash-table-ref x 'z)) ; => 1
(let ((x (h))) (hash-table-update! x 'a (lambda (v) (+ v 1)) (lambda () 0) (lambda (v) (* v 10))) (hash-table-ref x 'a)) ; => 11
(let ((x (h))) (hash-table-update!/default x 'z (lambda (v) (cons 1 v)) '()) (hash-table-ref x 'z)) ; => (1)
(let* ((x (h))) (call-with-values (lambda () (hash-table-pop! x)) (lambda (k v) (list (symbol? k) (number? v) (hash-table-size x))))) ; => (#t #t 2)
(hash-table-pop! (make-hash-table dc)) ; error: error: hash-table-pop!: the table is empty
(let ((x (h))) (hash-table-clear! x) (hash-table-size x)) ; => 0
(hash-table-size (h)) ; => 3
(hash-table-keys (h)) ; => (a b c)
(hash-table-values (h)) ; => (1 2 3)
(call-with-values (lambda () (hash-table-entries (h))) list) ; => ((a b c) (1 2 3))
(hash-table-find (lambda (k v) (and (= v 2) k)) (h)) ; => b
(hash-table-count (lambda (k v) (odd? v)) (h)) ; => 2
(sal (hash-table-map (lambda (v) (* v v)) dc (h))) ; => ((c . 9) (b . 4) (a . 1))
(let ((n 0)) (hash-table-for-each (lambda (k v) (set! n (+ n v))) (h)) n) ; => 6
(let ((n 0)) (hash-table-walk (h) (lambda (k v) (set! n (+ n v)))) n) ; => 6
(let ((x (h))) (hash-table-map! (lambda (k v) (list k v)) x) (sal x)) ; => ((c c 3) (b b 2) (a a 1))
(hash-table-map->list (lambda (k v) (list k v)) (h)) ; => ((a 1) (b 2) (c 3))
(hash-table-fold (lambda (k v acc) (+ v acc)) 0 (h)) ; => 6
(hash-table-fold (h) (lambda (k v acc) (+ v acc)) 0) ; => 6
(let ((x (h))) (hash-table-prune! (lambda (k v) (odd? v)) x) (sal x)) ; => ((b . 2))
(hash-table-size (hash-table-empty-copy (h))) ; => 0
(hash-table-mutable? (hash-table-copy (h))) ; => #t
(hash-table-mutable? (hash-table-copy (h) #t)) ; => #t
(sal (hash-table-union! (h) (h2))) ; => ((z . 26) (c . 3) (b . 2) (a . 1))
(sal (hash-table-merge! (h) (h2))) ; => ((z . 26) (c . 3) (b . 2) (a . 1))
(sal (hash-table-intersection! (h) (h2))) ; => ((b . 2))
(sal (hash-table-difference! (h) (h2))) ; => ((c . 3) (a . 1))
(sal (hash-table-xor! (h) (h2))) ; => ((z . 26) (c . 3) (a . 1))
(procedure? (hash-table-hash-function (make-hash-table dc))) ; => #t
(let ((x (make-hash-table string-ci=? string-ci-hash))) (hash-table-set! x "ABC" 1) (hash-table-ref/default x "abc" #f)) ; => 1
(let ((x (make-hash-table eq?))) (hash-table-set! x "a" 1) (hash-table-ref/default x "a" 'none)) ; => none
(let ((x (make-hash-table equal?))) (hash-table-set! x '(1 #(2)) 1) (hash-table-ref/default x (list 1 (vector 2)) 'none)) ; => 1
(let ((x (make-hash-table =))) (hash-table-set! x 1 'one) (hash-table-ref/default x 1.0 'none)) ; => one
(let ((x (make-hash-table =))) (hash-table-set! x 1.0 'a 1 'b) (list (hash-table-keys x) (hash-table-ref x 1) (hash-table-exists? x 2))) ; => ((1.0) b #f)
(let ((x (make-hash-table =)) (big (expt 2 80))) (hash-table-set! x big 'a (inexact big) 'b -5 'c) (list (hash-table-size x) (hash-table-ref x big) (hash-table-contains? x -5.0))) ; => (2 b #t)
(let ((x (make-hash-table =))) (hash-table-set! x 'one 1)) ; error: type:
(let ((x (make-hash-table =))) (hash-table-ref/default x "1" 0)) ; error: type:
(let ((x (make-hash-table =))) (hash-table-contains? x #\a)) ; error: type:
(map (lambda (x) (hash-table-set! x 3 'a) (hash-table-update!/default x 3.0 list 0) (list (hash-table-ref x 3) (hash-table-ref/default x 4 'none))) (list (make-hash-table =) (make-hash-table (make-comparator number? = < number-hash)))) ; => (((a) none) ((a) none))
(let ((x (make-hash-table =))) (hash-table-set! x 1 2) (hash-table-clear! x) (hash-table-set! x 2 3) (list (hash-table->alist x) (hash-table->alist (hash-table-copy x)) (hash-table-ref/default x 1 #f))) ; => (((2 . 3)) ((2 . 3)) #f)
(let ((x (make-hash-table =))) (list (eq? = (hash-table-equivalence-function x)) ((hash-table-hash-function x) 0) x)) ; => (#t 0 #<hash-table number 0>)
(hash-table=? (make-default-comparator) (hash-table = 1 2) (hash-table = 1.0 2)) ; => #t
(let ((x (alist->hash-table '((1 . a) (1.0 . b) (2 . c)) =))) (hash-table->alist x)) ; => ((1 . a) (2 . c))
(for-each (lambda (x) (hash-table-set! x "a" 1)) (list (make-hash-table =))) ; error: type:
(let ((x (make-hash-table = (lambda (x . r) 0)))) (hash-table-set! x 1/2 'h) (list (hash-table-ref/default x .5 'none) (hash-table-ref/default x 0.5+0.0i 'none))) ; => (h h)
(let ((x (make-hash-table dc))) (hash-table-set! x +nan.0 1 0.0 2 -0.0 3 +i 4) (list (hash-table-size x) (hash-table-ref/default x +i #f))) ; => (3 4)
(let ((x (make-hash-table eqv?))) (hash-table-set! x 1+2i 'a) (list (hash-table-ref/default x (make-rectangular 1 2) #f) (hash-table-ref/default x 1.0+2.0i #f))) ; => (a #f)
(make-hash-table 5) ; => #<hash-table equal 0>
(make-hash-table) ; => #<hash-table equal 0>
(hash-table-ref 5 1) ; error: type:
(= (hash "a") (hash "a")) ; => #t
(exact-integer? (string-hash "a")) ; => #t
(= (string-ci-hash "A") (string-ci-hash "a")) ; => #t
(string-hash 5) ; error: type:
(call-with-values (lambda () (hash-table-ref (h) 'zz (lambda () (values)))) list) ; => ()
(let ((x (make-hash-table string=?))) (hash-table-set! x 5 1)) ; error: type:
(hash-table=? dc (h) 5) ; error: type:
(define (circular-list-of-one) (let ((l (list 1))) (set-cdr! l l) l))
(define many '(1 1.0 1/2 0.5 "a" a #\a (1 2) (1.0 2) #(1) #(1.0) 1e20 100000000000000000000 1+2i 1.0+2.0i #t () (1 #(2 "x"))))
(define (numbered l) (map (lambda (k) (let ((t (make-hash-table dc))) (hash-table-set! t k 'met) (list k t))) l))
(hash-table-keys (alist->hash-table (map (lambda (k) (cons k 0)) many) dc)) ; => (1 1/2 "a" a #\a (1 2) #(1) 100000000000000000000.0 1+2i #t () (1 #(2 "x")))
(let loop ((l (numbered many)) (same #t)) (if (null? l) same (loop (cdr l) (and same (let ((t (cadr (car l))) (k (car (car l)))) (let each ((m many)) (or (null? m) (and (eq? (hash-table-contains? t (car m)) (=? dc k (car m))) (each (cdr m)))))))))) ; => #t
(let ((c (circular-list-of-one))) (let ((t (hash-table dc c 1))) (hash-table-ref/default t (circular-list-of-one) 0))) ; => 1
(hash-table-contains? (hash-table dc +nan.0 1) +nan.0) ; => #f
(let ((k (list 1 "b" 'c))) (eq? k (car (hash-table-keys (hash-table equal? k 1))))) ; => #t
(map (lambda (k) (hash-table-contains? (hash-table equal? '(1 "b" c) 1) k)) '((1 "b" c) (1.0 "b" c) (1 b c) (1 "b" "c") (1 "b") (1 "b" c d))) ; => (#t #f #f #f #f #f)
(define-record-type point (make-point x) point? (x point-x))
(hash-table-contains? (hash-table dc (make-point 1) 1) (make-point 1)) ; => #f
(comparator-register-default! (make-comparator point? (lambda (a b) (= (point-x a) (point-x b))) #f point-x))
(hash-table-contains? (hash-table dc (make-point 1) 1) (make-point 1)) ; => #t
(hash-table-contains? (hash-table dc (list (make-point 1)) 1) (list (make-point 1))) ; => #t

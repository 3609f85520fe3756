;;; (srfi 69): basic hash tables.
(import (scheme base) (scheme char) (srfi 69))
(define t (make-hash-table))
(hash-table-set! t 'a 1)
(hash-table-set! t "key" 2)
(hash-table-ref t "key") ; => 2
(hash-table-ref/default t 'missing 'none) ; => none
(hash-table-ref t 'missing) ; error: error: hash-table-ref: no such key: missing
(hash-table-ref t 'missing (lambda () 'failed)) ; => failed
(hash-table-exists? t 'a) ; => #t
(hash-table-size t) ; => 2
(hash-table-update! t 'a (lambda (n) (+ n 10)))
(hash-table-ref t 'a) ; => 11
(hash-table-update! t 'new (lambda (n) (+ n 1)) (lambda () 0))
(hash-table-update!/default t 'newer (lambda (n) (+ n 1)) 5)
(list (hash-table-ref t 'new) (hash-table-ref t 'newer)) ; => (1 6)
(hash-table-update! t 'absent (lambda (x) x)) ; error: error: no such key
(hash-table-delete! t "key") ; => 1
(hash-table-keys t) ; => (a new newer)
(hash-table-values t) ; => (11 1 6)
(hash-table->alist t) ; => ((a . 11) (new . 1) (newer . 6))
(let ((n 0)) (hash-table-walk t (lambda (k v) (set! n (+ n v)))) n) ; => 18
(hash-table-fold t (lambda (k v n) (+ v n)) 0) ; => 18
(let ((c (hash-table-copy t))) (hash-table-set! c 'a 0) (hash-table-ref t 'a)) ; => 11
(hash-table-size (hash-table-merge! (make-hash-table) t)) ; => 3
(hash-table-ref (alist->hash-table '((1 . one) (2 . two)) eqv?) 2) ; => two
(hash-table? t) ; => #t
(eq? string=? (hash-table-equivalence-function (make-hash-table string=?))) ; => #t
(procedure? (hash-table-hash-function t)) ; => #t
(let ((s (make-hash-table string-ci=? string-ci-hash))) (hash-table-set! s "ABC" 1) (hash-table-ref s "abc")) ; => 1
(let ((s (make-hash-table string=?))) (hash-table-set! s 'sym 1)) ; error: type:
(let ((s (make-hash-table (lambda (a b) (= (modulo a 10) (modulo b 10)))))) (hash-table-set! s 13 'x) (hash-table-ref s 3)) ; => x
(let ((s (make-hash-table =))) (hash-table-set! s 1 'one) (hash-table-ref s 1.0)) ; => one
(let ((e (make-hash-table eq?)) (k (list 1))) (hash-table-set! e k 'mine) (list (hash-table-ref/default e k #f) (hash-table-ref/default e (list 1) #f))) ; => (mine #f)
(let ((e (make-hash-table eqv?))) (hash-table-set! e 1 'exact) (hash-table-ref/default e 1.0 'other)) ; => other
(= (string-hash "abc") (string-hash (string #\a #\b #\c))) ; => #t
(< -1 (string-hash "abc" 10) 10) ; => #t
(= (hash '(1 "a")) (hash (list 1 "a"))) ; => #t
(= (hash-by-identity 'a) (hash-by-identity 'a)) ; => #t
(hash-table-set! 5 1 2) ; error: type:
(hash-table-ref '() 1) ; error: type:
(hash-table-size "x") ; error: type:

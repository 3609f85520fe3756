;;; (srfi 125): beyond (srfi 69); tables over a comparator of the program.
(import (scheme base) (srfi 125) (srfi 128))
(define by-length (make-comparator string? (lambda (a b) (= (string-length a) (string-length b))) #f string-length))
(define t (make-hash-table by-length))
(hash-table-set! t "a" 1 "bb" 2)
(hash-table-ref t "zz") ; => 2
(hash-table-set! t "yy" 3)
(hash-table-size t) ; => 2
(hash-table-ref t "xx") ; => 3
(hash-table-contains? t "ccc") ; => #f
(hash-table-delete! t "q" "ccc") ; => 1
(hash-table->alist t) ; => (("bb" . 3))
(hash-table->alist (hash-table-copy t)) ; => (("bb" . 3))
(hash-table-size (hash-table-empty-copy t)) ; => 0
(begin (hash-table-clear! t) (hash-table-empty? t)) ; => #t
(define d (make-hash-table (make-default-comparator)))
(hash-table-set! d 1 'number '(1 2) 'list)
(list (hash-table-ref d 1.0) (hash-table-ref d (list 1 2))) ; => (number list)
(define h (hash-table equal? 'a 1 'b 2 'c 3))
(hash-table-contains? h 'b) ; => #t
(hash-table-exists? h 'z) ; => #f
(let ((l '())) (hash-table-for-each (lambda (k v) (set! l (cons (cons k v) l))) h) l) ; => ((c . 3) (b . 2) (a . 1))
(hash-table-size (hash-table-merge! (hash-table eq?) h)) ; => 3
(hash-table-ref h 'a (lambda () 'no) (lambda (x) (list 'yes x))) ; => (yes 1)
(hash-table=? (make-default-comparator) h (hash-table equal? 'c 3 'a 1 'b 2)) ; => #t
(hash-table=? = h (hash-table equal? 'a 1)) ; => #f
(hash-table-pop! (make-hash-table)) ; error: error: hash-table-pop!: the table is empty
(hash-table 'x) ; error: error: make-hash-table: wanted a comparator
(hash-table equal? 'a) ; error: error: hash-table: a key without value: a
(hash-table-set! (make-hash-table) 1 2 3) ; error: error: hash-table-set!: a key without value: 3
;; a table may change while it is walked
(begin (hash-table-for-each (lambda (k v) (hash-table-delete! h k)) h) (hash-table-size h)) ; => 0
(list (= (hash 5) (hash 5)) (= (hash-by-identity 'a) (hash-by-identity 'a)) (= (string-ci-hash "A") (string-ci-hash "a")) (= (string-hash "a") (string-hash "a"))) ; => (#t #t #t #t)
(hash-table-find (lambda (k v) #f) (hash-table equal? 'a 1) (lambda () 'none)) ; => none
;; numbers that are = are one key, whatever their exactness
(let ((t (hash-table =))) (for-each (lambda (k) (hash-table-set! t k #t)) '(1 1.0 1/2 0.5 +i +1.0i 0 -0.0 1.0+0.0i)) (length (hash-table-keys t))) ; => 4
(let ((t (make-hash-table (make-default-comparator)))) (hash-table-set! t 1/2+i 'a) (hash-table-ref t 0.5+1.0i)) ; => a

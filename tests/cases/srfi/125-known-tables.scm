;;; (srfi 69), (srfi 125): tables that are known where they are used, with keys of all kinds.
(import (scheme base) (scheme char) (srfi 125))
(define words (make-hash-table string=?))
(define (note! word) (hash-table-update!/default words word (lambda (n) (+ n 1)) 0))
(for-each note! '("a" "b" "a"))
(note! (string #\a))
(hash-table-ref/default words "a" 0) ; => 3
(hash-table-contains? words "c") ; => #f
(note! (quote a)) ; error: type: hash-table-ref: argument 2: wanted a string (the keys of this table), got a
(hash-table-set! words 5 1) ; error: type: hash-table-set!: argument 2: wanted a string (the keys of this table), got 5
(hash-table-ref/default words #\a 0) ; error: type: wanted a string (the keys of this table), got #\a
(hash-table-contains? words 'a) ; error: type: wanted a string (the keys of this table), got a
;; with a hash function beside the equality
(let ((t (make-hash-table string=? string-hash))) (hash-table-set! t "k" 1) (hash-table-ref t "k" (lambda () 0))) ; => 1
(let ((t (make-hash-table equal? (begin (note! "c") hash)))) (hash-table-set! t '(1) 1) (list (hash-table-ref/default t '(1) 0) (hash-table-ref/default words "c" 0))) ; => (1 1)
;; by identity: strings are keys of their own
(let ((t (make-hash-table eq?)) (s (string #\a))) (hash-table-set! t s 1) (list (hash-table-ref/default t s 0) (hash-table-ref/default t (string #\a) 0))) ; => (1 0)
(let ((t (make-hash-table eqv?))) (hash-table-set! t 100000000000000000000 1) (hash-table-set! t 1.5 2) (list (hash-table-ref/default t 100000000000000000000 0) (hash-table-contains? t 1.5) (hash-table-contains? t 1))) ; => (1 #t #f)
(let ((t (make-hash-table string-ci=?))) (hash-table-set! t "Key" 1) (hash-table-ref/default t "kEY" 0)) ; => 1
;; characters, of the basic plane and beyond it
(define letters (make-hash-table))
(string-for-each (lambda (c) (hash-table-update!/default letters (char-downcase c) (lambda (n) (+ n 1)) 0)) "aA😀b😀\xffff;")
(map (lambda (c) (hash-table-ref/default letters c 0)) '(#\a #\b #\😀 #\xffff #\c)) ; => (2 1 2 1 0)
(let ((c (string-ref "x😀" 1))) (list (hash-table-contains? letters c) (hash-table-contains? letters #\z) (hash-table-contains? letters "a"))) ; => (#t #f #f)
(let ((c (read-char (open-input-string "")))) (hash-table-set! letters c 'end) (hash-table-ref/default letters (eof-object) 0)) ; => end
;; a value of any kind is there
(let ((t (make-hash-table))) (hash-table-set! t 'no #f) (hash-table-set! t 'nil '()) (list (hash-table-contains? t 'no) (hash-table-exists? t 'nil) (hash-table-contains? t 'other))) ; => (#t #t #f)
;; captured, emptied, changed while it is walked
(define (counter) (let ((t (make-hash-table equal?))) (lambda (k) (hash-table-update!/default t k (lambda (n) (+ n 1)) 0) (hash-table->alist t))))
(let ((count (counter))) (count 'a) (count "b") (count 'a)) ; => ((a . 2) ("b" . 1))
(let ((t (make-hash-table))) (hash-table-set! t 'a 1) (hash-table-clear! t) (hash-table-set! t 'b 2) (list (hash-table-keys t) (hash-table-contains? t 'a))) ; => ((b) #f)
;; a continuation that comes back goes on with the same table
(let ((t (make-hash-table)) (k #f) (n 0)) (hash-table-set! t 'x (call/cc (lambda (c) (set! k c) 0))) (set! n (+ n 1)) (if (< n 3) (k n)) (hash-table-ref t 'x)) ; => 2
;; defined anew, and assigned: no table of ours any more
(define (look k) (hash-table-ref/default words k 'none))
(look "a") ; => 3
(define words (make-hash-table eq?))
(look 'a) ; => none
(set! words 5)
(look 'a) ; error: type: hash-table-ref: argument 1: wanted a hash table, got 5
(define words (make-hash-table (lambda (a b) (= (abs a) (abs b))) abs))
(hash-table-set! words -2 'two)
(look 2) ; => two
(define late-table-user (lambda () (hash-table-set! late-table 'a 1)))
(late-table-user) ; error: unbound
(define late-table (make-hash-table))
(begin (late-table-user) (hash-table-values late-table)) ; => (1)
(define (at t k) (hash-table-ref t k))
(let ((t (make-hash-table))) (hash-table-set! t "a" 1 '(b) 2 3 #f) (list (at t "a") (at t '(b)) (at t 3))) ; => (1 2 #f)
(at (make-hash-table) 'a) ; error: error: no such key: a
(at (make-hash-table string=?) "a") ; error: error: no such key: "a"
(let ((t (make-hash-table))) (hash-table-ref t "b")) ; error: error: no such key
(let ((t (make-hash-table string=?))) (hash-table-ref t 'b)) ; error: type
(at 'a 'b) ; error: type: a hash table
(let ((t (make-hash-table))) (guard (e ((error-object? e) (error-object-irritants e))) (hash-table-ref t '(1)))) ; => ((1))
(hash-table-fold (hash-table equal? 'a 1 'b 2) (lambda (k v sum) (+ v sum)) 3) ; => 6

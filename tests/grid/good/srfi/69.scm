;; SRFI 69
(make-hash-table) (hash-table-size x) => 0
(make-hash-table string=? string-hash) (begin (hash-table-set! x "a" 1) (hash-table-ref/default x (string #\a) 0)) => 1
(alist->hash-table (list (cons 'a 1) (cons 'a 2) (cons 'b 3)) eq?) (hash-table-ref x 'b) => 3
(hash-table? (make-hash-table)) => #t
(hash-table? 1) => #f
(hash-table-equivalence-function (make-hash-table eq?)) (eq? x eq?) => #t
(hash-table-hash-function (make-hash-table string=? string-hash)) (= (x "a") (string-hash "a")) => #t
(hash-table-ref (table) 1) => 2
(hash-table-ref (table) 'none (lambda () 'missing)) => missing
(hash-table-ref (table) 'none) e (error-object? e) => #t
(hash-table-ref/default (table) 1 0) => 2
(hash-table-ref/default (table) 'none 0) => 0
(hash-table-set! (table) 'a 7) (hash-table-ref a 'a) => 7
(hash-table-delete! (table) 1) (hash-table-size a) => 1
(hash-table-delete! (table) 'none) (hash-table-size a) => 2
(hash-table-exists? (table) "k") => #t
(hash-table-exists? (table) 'none) => #f
(hash-table-update! (table) 1 (lambda (v) (+ v 10))) (hash-table-ref a 1) => 12
(hash-table-update! (table) 'new (lambda (v) (+ v 10)) (lambda () 5)) (hash-table-ref a 'new) => 15
(hash-table-update!/default (table) 'new (lambda (v) (+ v 10)) 1) (hash-table-ref a 'new) => 11
(hash-table-size (table)) => 2
(hash-table-keys (table)) (and (member "k" x) (member 1 x) (length x)) => 2
(hash-table-values (table)) (apply + x) => 5
(hash-table-walk (table) (lambda (k v) v)) xs (length xs) => 1
(hash-table-fold (table) (lambda (k v s) (+ v s)) 0) => 5
(hash-table->alist (table)) (cdr (assoc "k" x)) => 3
(hash-table-copy (table)) (begin (hash-table-set! a 1 'other) (hash-table-ref x 1)) => 2
(hash-table-merge! (table) (alist->hash-table (list (cons 'n 9)))) (hash-table-ref a 'n) => 9
(hash "abc") (= x (hash (string #\a #\b #\c))) => #t
(hash (list 1 2) 10) (< -1 x 10) => #t
(string-hash "abc") (= x (string-hash (string #\a #\b #\c))) => #t
(string-hash "abc" 10) (< -1 x 10) => #t
(string-ci-hash "abc") (= x (string-ci-hash "ABC")) => #t
(hash-by-identity 'a) (= x (hash-by-identity 'a)) => #t

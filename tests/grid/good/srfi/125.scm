;; SRFI 125; what SRFI 69 has too, with the same meaning, stands in srfi/69.scm
(make-hash-table (make-eqv-comparator)) (hash-table-empty? x) => #t
(make-hash-table equal?) (hash-table? x) => #t
(hash-table (make-eqv-comparator) 'a 1 'b 2) (hash-table-ref x 'b) => 2
(hash-table-unfold (lambda (n) (= n 3)) (lambda (n) (values n (* n n))) (lambda (n) (+ n 1)) 0 (make-eqv-comparator)) (hash-table-ref x 2) => 4
(alist->hash-table (list (cons 'a 1) (cons 'a 2)) (make-eqv-comparator)) (hash-table-ref x 'a) => 1
(hash-table-contains? (table) 1) => #t
(hash-table-empty? (table)) => #f
(hash-table=? (make-default-comparator) (table) (table)) => #t
(hash-table-mutable? (table)) => #t
(hash-table-mutable? (hash-table (make-eqv-comparator) 'a 1)) (boolean? x) => #t
(hash-table-ref (table) 1 (lambda () 'missing) -) => -2
(hash-table-ref (table) 'none (lambda () 'missing) -) => missing
(hash-table-ref (table) 'none) e (error-object? e) => #t
(hash-table-set! (table) 'a 7 'b 8) (list (hash-table-ref a 'a) (hash-table-ref a 'b)) => (7 8)
(hash-table-delete! (table) 1 "k" 'none) => 2
(hash-table-intern! (table) 'new (lambda () 5)) (list x (hash-table-ref a 'new)) => (5 5)
(hash-table-intern! (table) 1 (lambda () 5)) => 2
(hash-table-update! (table) 1 (lambda (v) (+ v 10))) (hash-table-ref a 1) => 12
(hash-table-update! (table) 1 list (lambda () 0) -) (hash-table-ref a 1) => (-2)
(hash-table-pop! (table)) (list (length xs) (hash-table-size a)) => (2 1)
(hash-table-clear! (table)) (hash-table-size a) => 0
(hash-table-entries (table)) (list (length (car xs)) (apply + (cadr xs))) => (2 5)
(hash-table-find (lambda (k v) (and (= v 3) k)) (table) (lambda () 'missing)) => "k"
(hash-table-find says-no (table) (lambda () 'missing)) => missing
(hash-table-count (lambda (k v) (odd? v)) (table)) => 1
(hash-table-map - (make-eqv-comparator) (table)) (hash-table-ref x 1) => -2
(hash-table-for-each (lambda (k v) v) (table)) xs (length xs) => 1
(hash-table-map! (lambda (k v) (- v)) (table)) (hash-table-ref b 1) => -2
(hash-table-map->list (lambda (k v) (* v v)) (table)) (apply + x) => 13
(hash-table-fold (lambda (k v s) (+ v s)) 0 (table)) => 5
(hash-table-prune! (lambda (k v) (odd? v)) (table)) (hash-table->alist b) => ((1 . 2))
(hash-table-copy (table) #t) (hash-table-mutable? x) => #t
(hash-table-empty-copy (table)) (hash-table-size x) => 0
(hash-table-union! (table) (hash-table (make-eqv-comparator) 1 'no 5 6)) (list (hash-table-ref a 1) (hash-table-ref a 5)) => (2 6)
(hash-table-intersection! (table) (hash-table (make-eqv-comparator) 1 'no)) (hash-table->alist a) => ((1 . 2))
(hash-table-difference! (table) (hash-table (make-eqv-comparator) 1 'no)) (hash-table->alist a) => (("k" . 3))
(hash-table-xor! (table) (hash-table (make-equal-comparator) 1 'no 5 6)) (hash-table-ref/default a 1 'gone) => gone

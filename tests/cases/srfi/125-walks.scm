;;; Walks that look at the key, at the value, at both or at neither, over keys of all kinds.
(import (scheme base) (scheme char) (srfi 125))

(define (kinds) (hash-table equal? "a" 1 'b 2 3 3 4.5 4 #\c 5 '(d "e" 6) 6 '() 7 #(1) 8 #t 9))
(define (texts) (hash-table string-ci=? "Ab" 1 "c" 2))
(define (by-size) (hash-table (lambda (a b) (= (length a) (length b))) '(x) 1 '(x y) 2))

(hash-table-map->list (lambda (k v) k) (kinds)) ; => ("a" b 3 4.5 #\c (d "e" 6) () #(1) #t)
(hash-table-map->list (lambda (k v) v) (kinds)) ; => (1 2 3 4 5 6 7 8 9)
(hash-table-map->list (lambda (k v) 0) (texts)) ; => (0 0)
(hash-table-map->list (lambda (k v) (cons k v)) (texts)) ; => (("Ab" . 1) ("c" . 2))
(hash-table-map->list (lambda (k v) (list (length k) v)) (by-size)) ; => ((2 2) (1 1))
(hash-table-map->list list (by-size)) ; => (((x y) 2) ((x) 1))
(hash-table-fold (lambda (k v n) (+ n v)) 0 (by-size)) ; => 3
(hash-table-fold (lambda (k v n) (set! k 1) (+ n k)) 0 (texts)) ; => 2
(hash-table-count (lambda (k v) #t) (kinds)) ; => 9
(hash-table-keys (kinds)) ; => ("a" b 3 4.5 #\c (d "e" 6) () #(1) #t)
(hash-table->alist (texts)) ; => (("Ab" . 1) ("c" . 2))
(let ((t (kinds))) (hash-table-prune! (lambda (k v) (odd? v)) t) (hash-table-keys t)) ; => (b 4.5 (d "e" 6) #(1))
(let ((t (by-size))) (hash-table-map! (lambda (k v) (* 10 v)) t) (hash-table-values t)) ; => (20 10)
(let ((n 0)) (hash-table-walk (kinds) (lambda (k v) (if (pair? k) (set! n v)))) n) ; => 6
(let ((n 0)) (hash-table-for-each (lambda (k v) (set! n (+ n v))) (by-size)) n) ; => 3
(hash-table-walk 5 (lambda (k v) v)) ; error: type: hash-table-entries: argument 1: wanted a hash table, got 5
(let* ((key (list 1 2)) (t (hash-table equal? key 3))) (set-car! key 5) (hash-table-ref/default t '(1 2) #f)) ; => 3
;; pairs, lists and vectors as keys
(import (srfi 128))
(define (keyed table) (for-each (lambda (k) (hash-table-set! table k (list k))) '((1 . 2) (1 2) #(1 2) (a "b"))) table)
(map (lambda (k) (hash-table-ref (keyed (make-hash-table equal?)) k))
     (list (cons 1 2) (list 1 2) (vector 1 2) (list 'a "b"))) ; => (((1 . 2)) ((1 2)) (#(1 2)) ((a "b")))
(hash-table-ref/default (keyed (make-hash-table equal?)) '(1.0 2) 'none) ; => none
(map (lambda (k) (hash-table-ref (keyed (make-hash-table (make-default-comparator))) k))
     (list (cons 1.0 2) (list 1 2.0) (vector 1 2) (list 'a "b"))) ; => (((1 . 2)) ((1 2)) (#(1 2)) ((a "b")))
(hash-table-keys (keyed (make-hash-table (make-default-comparator)))) ; => ((1 . 2) (1 2) #(1 2) (a "b"))
(let ((k (cons 1 2))) (eq? k (car (hash-table-keys (hash-table equal? k 1))))) ; => #t
(let ((k (vector 1 2))) (eq? k (car (hash-table-keys (hash-table (make-default-comparator) k 1))))) ; => #t

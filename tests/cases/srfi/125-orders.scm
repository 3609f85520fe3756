;;; (srfi 125): both orders of arguments, with procedures that are known, given, and the engine's own; walks leave and come back.
(import (scheme base) (srfi 128) (srfi 125))
(define t (hash-table eqv? 1 10 2 20))
(define u (make-hash-table (make-comparator (lambda (x) #t) (lambda (a b) (= (modulo a 10) (modulo b 10))) #f (lambda (x) (modulo x 10)))))
(hash-table-set! u 1 10 2 20 12 30)
(define sum (vector-ref (vector (lambda (k v n) (+ k v n))) 0))
(hash-table-fold (lambda (k v n) (+ v n)) 0 t) ; => 30
(hash-table-fold t (lambda (k v n) (+ v n)) 0) ; => 30
(hash-table-fold sum 0 t) ; => 33
(hash-table-fold u sum 0) ; => 43
(hash-table-fold + 0 t) ; => 33
(hash-table-fold t + 0) ; => 33
(let ((l '())) (hash-table-walk t (lambda (k v) (set! l (cons k l)))) l) ; => (2 1)
(let ((l '())) (hash-table-walk (lambda (k v) (set! l (cons v l))) u) l) ; => (30 10)
(let ((l '())) (hash-table-for-each (lambda (k v) (set! l (cons k l))) t) l) ; => (2 1)
(let ((l '())) (hash-table-for-each t (lambda (k v) (set! l (cons v l)))) l) ; => (20 10)
(list (hash-table-count (lambda (k v) (> v 10)) t) (hash-table-count t (lambda (k v) (> v 10))) (hash-table-count < t)) ; => (1 1 2)
(list (hash-table-find (lambda (k v) (and (= v 20) k)) t) (hash-table-find (lambda (k v) #f) t (lambda () 'none)) (hash-table-find < t)) ; => (2 none #t)
(list (hash-table-map->list cons t) (hash-table-map->list t (lambda (k v) v))) ; => (((1 . 10) (2 . 20)) (10 20))
(let ((c (hash-table-copy t))) (hash-table-map! (lambda (k v) (+ k v)) c) (hash-table-map! c -) (hash-table->alist c)) ; => ((1 . -10) (2 . -20))
(let ((c (hash-table-copy t))) (hash-table-prune! (lambda (k v) (hash-table-delete! c 2) (= k 2)) c) (hash-table-keys c)) ; => (1)
(hash-table->alist (hash-table-map (lambda (v) (+ v 1)) eqv? t)) ; => ((1 . 11) (2 . 21))
;; a walk that is left, and gone back to
(call/cc (lambda (k) (hash-table-walk t (lambda (key v) (if (= key 2) (k v)))))) ; => 20
(let ((again #f) (turns 0)) (let ((l (hash-table-map->list (lambda (k v) (call/cc (lambda (c) (if (not again) (set! again c)) v))) t))) (set! turns (+ turns 1)) (if (< turns 3) (again (* turns 100)) l))) ; => (200 20)
;; the same entries
(list (hash-table=? = t (hash-table eqv? 2 20 1 10)) (hash-table=? = t (hash-table eqv? 2 20.0 1 10)) (hash-table=? eqv? t (hash-table eqv? 2 20.0 1 10))) ; => (#t #t #f)
(list (hash-table=? (make-default-comparator) t (hash-table eqv? 2 20.0 1 10)) (hash-table=? (lambda (a b) #t) t (hash-table eqv? 2 'x 1 'y)) (hash-table=? = t (hash-table eqv? 2 20 3 10))) ; => (#t #t #f)
(hash-table eqv? 1 2 3) ; error: error: hash-table: a key without value: 3
(hash-table-walk 5 car) ; error: type
(hash-table-fold (lambda (k v n) n) 0 5) ; error: type

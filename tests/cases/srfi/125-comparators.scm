;;; (srfi 125): tables over comparators that are made of others, with keys that are the same as these say.
(import (scheme base) (srfi 1) (srfi 125) (srfi 128) (only (srfi 132) list-sort))
(define ints (make-comparator exact-integer? = < number-hash))
(define texts (make-comparator string? string=? string<? string-hash))
(define places (make-pair-comparator ints ints))
(define any (make-default-comparator))
(define (filled c . keys) (let ((t (make-hash-table c))) (for-each (lambda (k) (hash-table-update!/default t k (lambda (n) (+ n 1)) 0)) keys) t))
(define (counts c . keys) (list-sort > (hash-table-values (apply filled c keys))))
(counts places '(1 . 2) '(2 . 1) (cons 1 2) '(1.0 . 2) '(1 . 5/2) '(1 . 2.5)) ; => (3 2 1)
(counts ints 1 2 1.0 1/2 0.5) ; => (2 2 1)
(counts texts "a" "b" (string #\a)) ; => (2 1)
(counts (make-pair-comparator texts any) '("a" . a) (cons (string #\a) 'a) '("a" . "a")) ; => (2 1)
(counts (make-list-comparator ints) '(1 2) (list 1 2) '() '(1) '(1 2.0)) ; => (3 1 1)
(counts (make-vector-comparator texts) #("a") (vector "a") #() #("a" "b")) ; => (2 1 1)
(counts (make-list-comparator places) '((1 . 2)) (list (cons 1 2)) '()) ; => (2 1)
(counts (make-pair-comparator (make-eqv-comparator) (make-equal-comparator)) '(a . 1) '(a . 1) '(a . 1.0)) ; => (2 1)
(counts = 1 1.0 2) ; => (2 1)
(counts (make-list-comparator ints vector? (lambda (v) (= 0 (vector-length v))) (lambda (v) (vector-ref v 0)) (lambda (v) (vector-copy v 1))) #(1 2) (vector 1 2) #(2)) ; => (2 1)
;; the keys that were put in first stay
(hash-table-keys (filled places '(1 . 2) '(1.0 . 2) '(3 . 4))) ; => ((1 . 2) (3 . 4))
(let* ((key (cons 1 2)) (t (filled places key))) (eq? key (car (hash-table-keys t)))) ; => #t
(let ((t (filled places '(1 . 2) '(3 . 4)))) (hash-table-delete! t (cons 1 2)) (list (hash-table-contains? t (cons 1 2)) (hash-table-contains? t (cons 3 4)) (hash-table-size t))) ; => (#f #t 1)
(let* ((t (filled places '(1 . 2))) (u (hash-table-copy t #t)) (e (hash-table-empty-copy t))) (hash-table-set! u '(5 . 6) 0) (hash-table-set! e '(1 . 2.0) 0) (list (hash-table-size t) (hash-table-size u) (hash-table-contains? e '(1 . 2)))) ; => (1 2 #t)
(let ((t (filled places '(1 . 2))) (u (filled places '(1 . 2) '(3 . 4)))) (list (hash-table=? any t u) (hash-table-size (hash-table-union! t u)) (hash-table=? any t u))) ; => (#f 2 #t)
(let ((t (filled places '(1 . 2))) (u (filled any '(1 . 2) '(3 . 4)))) (hash-table-size (hash-table-intersection! u t))) ; => 1
(hash-table->alist (hash-table places '(1 . 2) 'a)) ; => (((1 . 2) . a))
(hash-table-ref (alist->hash-table '(((1 . 2) . a) ((1 . 2) . b)) places) '(1 . 2)) ; => a
(let ((t (make-hash-table places))) (list ((hash-table-equivalence-function t) '(1 . 2) '(1 . 2.0)) (exact-integer? ((hash-table-hash-function t) '(1 . 2))))) ; => (#t #t)
(eq? number-hash (hash-table-hash-function (make-hash-table ints))) ; => #t
(hash-table? (make-hash-table places)) ; => #t
;; what is no such key
(hash-table-ref/default (make-hash-table places) 5 0) ; error: type
(hash-table-set! (make-hash-table places) '(1 . x) 0) ; error: type
(hash-table-contains? (make-hash-table ints) 'x) ; error: type: hash-table-contains?
(hash-table-set! (make-hash-table (make-list-comparator ints)) '(1 . 2) 0) ; error: type
;; equalities of the program's own
(define (near? a b) (< (abs (- a b)) 2))
(hash-table-size (filled (make-pair-comparator (make-comparator integer? near? < (lambda (x) 0)) ints) '(1 . 1) '(2 . 1) '(4 . 1))) ; => 2
;; what was registered with the default comparator counts inside others
(define-record-type thing (make-thing size) thing? (size thing-size))
(define pairs (make-pair-comparator any any))
(counts pairs (cons (make-thing 1) 1) (cons (make-thing 1) 1)) ; => (1 1)
(comparator-register-default! (make-comparator thing? (lambda (a b) (= (thing-size a) (thing-size b))) #f (lambda (x) (thing-size x))))
(counts pairs (cons (make-thing 1) 1) (cons (make-thing 1) 1)) ; => (2)

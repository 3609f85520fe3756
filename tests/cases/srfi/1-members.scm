;;; (srfi 1): what delete-duplicates and delete answer is walked along, counted, changed or kept.
(import (scheme base) (srfi 1))
(define words '("b" "a" "b" "c" "a"))
(define (tags) (delete-duplicates (map string->symbol words)))
(length (delete-duplicates words)) ; => 3
(map string-length (delete-duplicates words)) ; => (1 1 1)
(let ((kept (delete-duplicates (list 1 2 1)))) (set-car! kept 9) (list kept (length kept))) ; => ((9 2) 2)
(let ((seen '())) (for-each (lambda (w) (set! seen (cons w seen))) (delete "a" words)) seen) ; => ("c" "b" "b")
(apply + (delete 2 '(1 2 3 2 1.0))) ; => 5.0
(let ((a (string #\a))) (eq? a (car (delete-duplicates (list a "b" (string #\a)))))) ; => #t
(list (delete 1 '(1 1.0 a 2 1)) (delete 'a '(a b "a" a)) (delete 100000000000000000000 '(1 100000000000000000000)) (delete #t '(#t 1))) ; => ((1.0 a 2) (b "a") (1) (1))
(list (delete 1 '(#t 1) eq?) (delete 1 '(1.0 1) =) (delete '(1) '((1) (2))) (delete 'a '() eqv?)) ; => ((#t) () ((2)) ())
(list (tags) (length (tags)) (delete-duplicates '())) ; => ((b a c) 3 ())
(delete-duplicates '(1 . 2)) ; error: type: delete-duplicates: argument 1: wanted a proper list, got (1 . 2)
(length (delete-duplicates 5)) ; error: type: delete-duplicates: argument 1: wanted a proper list, got 5
(length (delete 5 'x)) ; error: type: delete: argument 2: wanted a proper list, got x
;; relations on members of several kinds, and on long integers
(delete-duplicates '(1 a 1 "a" a "a" 1.0 (1) (1))) ; => (1 a "a" 1.0 (1))
(delete-duplicates '(1 1.0 2) =) ; => (1 2)
(delete-duplicates '(100000000000000000000 5 100000000000000000000) eqv?) ; => (100000000000000000000 5)
(delete-duplicates '("a" b "a") string=?) ; error: type: string=?
(lset-difference eq? '(a b c) '(b)) ; => (a c)
(lset-intersection equal? '("a" 1 b) '(b "a")) ; => ("a" b)
(lset-union equal? '() '(a)) ; => (a)
(lset<= string=? '("a") '("b" "a") '()) ; => #f
(delete-duplicates (list 9223372036854775808 1 9223372036854775808 1.0 -9223372036854775809)) ; => (9223372036854775808 1 1.0 -9223372036854775809)
(delete-duplicates (list 9223372036854775807 -9223372036854775808 9223372036854775807) =) ; => (9223372036854775807 -9223372036854775808)
;; short lists of one kind, and what is no such one behind the first members
(delete-duplicates '(3 1 3 2 1)) ; => (3 1 2)
(list (delete-duplicates '(3 1 3) =) (delete-duplicates '(3 1 3 1.0) =) (delete-duplicates '(3 b 3) eqv?)) ; => ((3 1) (3 1) (3 b))
(delete-duplicates '("b" "a" . "b") string=?) ; error: type: delete-duplicates: argument 1: wanted a proper list, got ("b" "a" . "b")
(list (delete "a" '("b" "a") string=?) (delete 2 '(1 2 2.0) =) (delete 2 '(1 2 3) =)) ; => (("b") (1) (1 3))
(delete "a" '("b" a) string=?) ; error: type: string=?
(let ((l (list 1 2 1))) (set-cdr! (cddr l) l) (delete-duplicates l)) ; error: type: delete-duplicates: argument 1: wanted a proper list
;; members that are only themselves: entries, records, procedures; and the same among others
(define-record-type point (make-point x) point? (x point-x))
(define p (make-point 1))
(define entry (list 'a 1))
(map point-x (delete p (list p (make-point 1) p (make-point 2)) eq?)) ; => (1 2)
(delete entry (list entry '(a 1) 5 entry) eqv?) ; => ((a 1) 5)
(list (length (delete-duplicates (list entry (list 'a 1) entry) eq?)) (length (delete-duplicates (list car cdr car) eqv?))) ; => (2 2)
(length (delete-duplicates (list p entry p 'a entry 1.5 1.5 p) eqv?)) ; => 4
(list (length (lset-difference eq? (list p entry 'a) (list entry))) (length (lset-intersection eq? (list entry p) (list 1 p)))) ; => (2 1)

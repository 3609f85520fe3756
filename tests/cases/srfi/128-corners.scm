;;; (srfi 128): the default order, compound comparators, accessors.
(import (scheme base) (scheme write) (scheme complex) (srfi 128))
(define ic (make-comparator integer? = < (lambda (x . r) (modulo x 10))))
(define dc (make-default-comparator))
(comparator? dc) ; => #t
(comparator-ordered? ic) ; => #t
(comparator-hashable? (make-comparator #t = < #f)) ; => #f
(comparator-ordered? (make-comparator #t = #f #f)) ; => #f
(<? dc 1 2 3) ; => #t
(<? dc '() '(1) #f) ; => #t
(=? dc 1 1.0) ; => #t
(<? dc #f #t) ; => #t
(<? dc #\a #\b) ; => #t
(<? dc 'a 'b) ; => #t
(<? dc "a" "b") ; => #t
(<? dc '(1 2) '(1 3)) ; => #t
(<? dc '(1 2) '(1)) ; => #f
(<? dc '(2) '(1 5)) ; => #f
(<? dc #(9) #(1 2)) ; => #t
(<? dc #(1 2) #(1 3)) ; => #t
(<? dc #u8(9) #u8(1 2)) ; => #t
(<? dc '(1) #f) ; => #t
(<? dc 1+i 1+2i) ; => #t
(<? dc 1+i 2) ; => #t
(=? dc 1+i 1+i) ; => #t
(<? dc 2 1+i) ; => #f
(<? dc 'a 1) ; => #t
(<? dc 1 'a) ; => #f
(<? dc "a" 'a) ; => #t
(<? dc #(1) "a") ; => #f
(=? dc "a" "a" "a") ; => #t
(>? ic 3 2 1) ; => #t
(<=? ic 1 1 2) ; => #t
(>=? ic 2 2 1) ; => #t
(comparator-if<=> dc 1 2 'lt 'eq 'gt) ; => lt
(comparator-if<=> 1 1 'lt 'eq 'gt) ; => eq
(comparator-if<=> ic 3 2 'lt 'eq 'gt) ; => gt
(comparator-test-type ic 1) ; => #t
(comparator-test-type ic 'a) ; => #f
(comparator-check-type ic 1) ; => #t
(comparator-check-type ic 'a) ; error: error: comparator-check-type: the comparator cannot take a
(= (comparator-hash dc '(1 2)) (comparator-hash dc (list 1 2))) ; => #t
(let ((c (make-pair-comparator ic dc))) (list (=? c '(1 . a) '(1 . a)) (<? c '(1 . b) '(2 . a)) (comparator-test-type c '(a . 1)))) ; => (#t #t #f)
(let ((c (make-list-comparator ic))) (list (<? c '(1) '(1 2)) (<? c '(1 3) '(2)) (comparator-test-type c '(1 a)))) ; => (#t #t #f)
(let ((c (make-list-comparator ic vector? (lambda (v) (zero? (vector-length v))) (lambda (v) (vector-ref v 0)) (lambda (v) (vector-copy v 1))))) (<? c #(1 2) #(1 3))) ; => #t
(let ((c (make-vector-comparator ic))) (list (<? c #(5) #(1 2)) (<? c #(1 2) #(1 3)))) ; => (#t #t)
(let ((c (make-vector-comparator ic bytevector? bytevector-length bytevector-u8-ref))) (<? c #u8(1) #u8(2))) ; => #t
(=? (make-eq-comparator) 'a 'a) ; => #t
(=? (make-eqv-comparator) 1.5 1.5) ; => #t
(=? (make-equal-comparator) '(1) (list 1)) ; => #t
(exact-integer? (boolean-hash #t)) ; => #t
(= (char-ci-hash #\A) (char-ci-hash #\a)) ; => #t
(exact-integer? (char-hash #\a)) ; => #t
(exact-integer? (symbol-hash 'a)) ; => #t
(= (number-hash 1) (number-hash 1)) ; => #t
(exact-integer? (default-hash 1+i)) ; => #t
(exact-integer? (hash-bound)) ; => #t
(exact-integer? (hash-salt)) ; => #t
(<? (make-comparator #t = #f #f) 1 2) ; error: error: comparator: it has no order
(comparator-hash (make-comparator #t = < #f) 1) ; error: error: comparator: it has no hash function
((comparator-equality-predicate ic) 1 1) ; => #t
((comparator-ordering-predicate ic) 1 2) ; => #t
((comparator-type-test-predicate ic) 1) ; => #t
((comparator-hash-function ic) 15) ; => 5

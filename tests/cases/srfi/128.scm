;;; (srfi 128): comparators.
(import (scheme base) (srfi 128))
(define c (make-default-comparator))
(comparator? c) ; => #t
(comparator? car) ; => #f
(>? c 3 2 1) ; => #t
(<=? c 1 1 2) ; => #t
(>=? c 2 2 3) ; => #f
(=? c 1 1.0) ; => #t
(= (comparator-hash c 1) (comparator-hash c 1.0)) ; => #t
(= (comparator-hash c 1/2) (comparator-hash c 0.5)) ; => #t
(<? c '() '(1) #f #t #\a "a" 'a 1 #(1) #u8(1)) ; => #t
(<? c '(1 2) '(1 3)) ; => #t
(<? c #(9) #(1 1)) ; => #t
(<? c #u8(1 2) #u8(1 3)) ; => #t
(=? c '(1 #(2 "x")) '(1 #(2 "x"))) ; => #t
(=? c 1 'a) ; => #f
((comparator-equality-predicate (make-eq-comparator)) 'a 'a) ; => #t
((comparator-type-test-predicate (make-comparator string? string=? #f #f)) 5) ; => #f
(exact-integer? ((comparator-hash-function c) "x")) ; => #t
((comparator-hash-function (make-comparator #t equal? #f #f)) 1) ; error: error: no hash function
(<? (make-eq-comparator) 1 2) ; error: error: no order
(comparator-check-type (make-comparator string? string=? #f #f) 5) ; error: error: cannot take 5
(=? (make-comparator number? #t < #f) 1 1) ; => #t
(map exact-integer? (list (boolean-hash #t) (char-hash #\a) (number-hash 1.5) (symbol-hash 'a) (string-hash "a"))) ; => (#t #t #t #t #t)
(= (char-ci-hash #\a) (char-ci-hash #\A)) ; => #t
(define-record-type point (make-point x) point? (x point-x))
(comparator-register-default! (make-comparator point? (lambda (a b) (= (point-x a) (point-x b))) (lambda (a b) (< (point-x a) (point-x b))) point-x))
(<? c (make-point 1) (make-point 2)) ; => #t
(=? c (make-point 1) (make-point 1)) ; => #t
(default-hash (make-point 7)) ; => 7
(comparator-if<=> c 2 1 'less 'equal 'greater) ; => greater
(comparator-if<=> "a" "a" 'less 'equal 'greater) ; => equal
(let ((l (make-list-comparator c))) (list (=? l '(1 2) '(1 2)) (comparator-test-type l 5) (exact-integer? (comparator-hash l '(1 2))))) ; => (#t #f #t)
(map (lambda (a b) (= (number-hash a) (number-hash b))) '(1 1/2 +i 0 1e300) (list 1.0 0.5 +1.0i -0.0 (exact 1e300))) ; => (#t #t #t #t #t)
(number-hash 'a) ; error: type: number-hash: argument 1: wanted a number

;; SRFI 128
(comparator? (make-default-comparator)) => #t
(comparator? 1) => #f
(comparator-ordered? (make-comparator number? = < #f)) => #t
(comparator-ordered? (make-eq-comparator)) => #f
(comparator-hashable? (make-comparator number? = < #f)) => #f
(comparator-hashable? (make-eq-comparator)) => #t
(make-comparator number? = < (lambda (n) 1)) (<? x 1 2) => #t
(make-pair-comparator (make-default-comparator) (make-default-comparator)) (<? x (cons 1 2) (cons 1 3)) => #t
(make-list-comparator (make-default-comparator)) (<? x (list 1) (list 1 2)) => #t
(make-list-comparator (make-default-comparator) vector? (lambda (v) (= 0 (vector-length v))) (lambda (v) (vector-ref v 0)) (lambda (v) (vector-copy v 1))) (=? x (vector 1) (vector 1)) => #t
(make-vector-comparator (make-default-comparator)) (<? x (vector 9) (vector 1 2)) => #t
(make-eq-comparator) (=? x 'a 'a) => #t
(make-eqv-comparator) (=? x 1.5 1.5) => #t
(make-equal-comparator) (=? x (list 1) (list 1)) => #t
(boolean-hash #t) (exact-integer? x) => #t
(char-hash #\a) (= x (char-hash #\a)) => #t
(char-ci-hash #\a) (= x (char-ci-hash #\A)) => #t
(string-hash "abc") (= x (string-hash (string #\a #\b #\c))) => #t
(string-ci-hash "abc") (= x (string-ci-hash "ABC")) => #t
(symbol-hash 'a) (= x (symbol-hash 'a)) => #t
(number-hash 1.5) (= x (number-hash 1.5)) => #t
(make-default-comparator) (<? x '() (list 1) #f #t #\a "a" 'a 1 (vector) (bytevector)) => #t
(default-hash (list 1 "a")) (= x (default-hash (list 1 (string #\a)))) => #t
(default-hash #\a) (= x (char-hash #\a)) => #t
(default-hash 'a) (= x (symbol-hash 'a)) => #t
(default-hash #t) (= x (boolean-hash #t)) => #t
(comparator-register-default! (make-comparator promise? eq? #f #f)) xs (length xs) => 1
(comparator-type-test-predicate (make-comparator number? = < #f)) (eq? x number?) => #t
(comparator-equality-predicate (make-comparator number? = < #f)) (eq? x =) => #t
(comparator-ordering-predicate (make-comparator number? = < #f)) (eq? x <) => #t
(comparator-hash-function (make-comparator number? = < number-hash)) (= (x 1) (number-hash 1)) => #t
(comparator-test-type (make-comparator number? = < #f) 'a) => #f
(comparator-check-type (make-comparator number? = < #f) 1) => #t
(comparator-check-type (make-comparator number? = < #f) 'a) e (error-object? e) => #t
(comparator-hash (make-default-comparator) "a") (exact-integer? x) => #t
(=? (make-default-comparator) 1 1 1) => #t
(=? (make-default-comparator) 1 2) => #f
(<? (make-default-comparator) 1 2 3) => #t
(>? (make-default-comparator) 2 1) => #t
(<=? (make-default-comparator) 1 1 2) => #t
(>=? (make-default-comparator) 1 2) => #f

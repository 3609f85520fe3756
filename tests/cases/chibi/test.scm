;;; (chibi test): tests, groups, counts, reports.
(import (scheme base) (scheme write) (chibi test))
(define (count group kind) (test-group-ref group kind 0))
(define-syntax counted (syntax-rules () ((_ body ...) (let ((all #f)) (test-begin "g") (parameterize ((current-test-reporter (lambda (kind info) #f))) body ...) (let ((g (current-test-group))) (current-test-group #f) (map (lambda (k) (count g k)) '(PASS FAIL ERROR SKIP)))))))
(counted (test 1 1) (test "name" 1 2) (test 1 (car '())) (test 1.0 1.0000001)) ; => (2 1 1 0)
(test-failure-count) ; => 2
(counted (test-assert #t) (test-assert "n" #f) (test-not #f) (test-not "n" 1) (test-error (car '())) (test-error "n" 5)) ; => (3 3 0 0)
(counted (test-values (values 1 2) (values 1 2)) (test-values "n" (values 1 2) (values 1 3)) (test-equal = 1 1.0) (test-equal eq? "n" "a" (string #\a))) ; => (2 2 0 0)
(counted (test-propagate-info #f 1 1 ((line . 3))) (let ((x 2)) (test-vars (x) #f 1 x ()))) ; => (1 1 0 0)
(test 5 (+ 2 3)) ; => PASS
; output: 
(test "sum" 5 (+ 2 2)) ; => FAIL
; output: FAIL: sum\n    wanted 5, got 4\n
(test 'x (error "no" 'x 1)) ; => ERROR
; output: ERROR: (error "no" (quote x) 1)\n    no x 1\n
(test 1 (car 5)) ; output: ERROR: (car 5)\n    car: wanted a pair, got 5\n
(test 1 (raise 'oops)) ; output: ERROR: (raise (quote oops))\n    raised oops\n
(test-assert "a" #f) ; output: FAIL: a\n    wanted a true value, got #f\n
(list (test-error "e" symbol? (raise 'oops)) (test-error #f (lambda (e) (eq? e 'no)) (raise 'no))) ; => (PASS PASS)
(test-error "e" string? (raise 'oops)) ; output: FAIL: e\n    wanted an error that is string?, got one: raised oops\n
(test-error "e" string? 5) ; output: FAIL: e\n    wanted an error, got 5\n
(test-error "e" 5) ; output: FAIL: e\n    wanted an error, got 5\n
(parameterize ((current-test-verbosity #t)) (test 1 1)) ; output: PASS: 1\n
(parameterize ((current-column-width 18)) (test "a long name of a test" 1 2)) ; output: FAIL: a long ...\n    wanted 1, got 2\n
;; groups
(test-group "outer" (test 1 1) (test-group "inner" (test 1 1) (test 2 2))) ; output: inner: 2 of 2 tests passed\nouter: 3 of 3 tests passed\n
(begin (test-begin "all") (test 1 1) (test 1 2) (test 1 (raise 1)) (test-end "all")) ; output: FAIL: 2\n    wanted 1, got 2\nERROR: (raise 1)\n    raised 1\nall: 1 of 3 tests passed, 1 failed, 1 raised an error\n
(test-group "breaks" (test 1 1) (raise 'out) (test 2 2)) ; output: ERROR: breaks\n    raised out\nbreaks: 1 of 2 tests passed, 1 raised an error\n
(test-end) ; error: error: test-end: no group is open
(test-begin "a")
(test-end "b") ; error: error: test-end: wanted the name of the open group
(test-group-name (current-test-group)) ; => "a"
(test-exit) ; error: error: this group is still open
(test-end "a")
(let ((g (begin (test-begin "kept") (current-test-group)))) (test-group-inc! g 'n) (test-group-inc! g 'n) (test-group-push! g 'l 'x) (test-group-push! g 'l 'y) (test-group-set! g 'v 5) (current-test-group #f) (map (lambda (k) (test-group-ref g k 'none)) '(n l v w))) ; => (2 (y x) 5 none)
;; choosing
(define (named name) (lambda (info) (equal? (test-get-name! info) name)))
(counted (parameterize ((current-test-filters (list (named "a")))) (test "a" 1 1) (test "b" 1 1))) ; => (1 0 0 1)
(counted (parameterize ((current-test-removers (list (named "a")))) (test "a" 1 1) (test "b" 1 1))) ; => (1 0 0 1)
(counted (parameterize ((current-test-group-filters (list (lambda (g) (equal? (test-group-name g) "x"))))) (test-group "x" (test 1 1)) (test-group "y" (test 1 1)))) ; => (1 0 0 0)
(counted (parameterize ((current-test-group-removers (list (lambda (g) (equal? (test-group-name g) "x"))))) (test-group "x" (test 1 1)) (test-group "y" (test 1 1)))) ; => (1 0 0 0)
(let ((seen '())) (parameterize ((current-test-skipper (lambda (info) (set! seen (cons (test-get-name! info) seen)))) (current-test-filters (list (named "a")))) (test "b" 1 1)) seen) ; => ("b")
(parameterize ((current-test-applier (lambda (expected thunk info) (list (expected) (thunk))))) (test 1 2)) ; => (1 2)
(let ((seen '())) (parameterize ((current-test-group-reporter (lambda (group event) (set! seen (cons (list (test-group-name group) event) seen))))) (test-group "g" (test 1 1))) seen) ; => (("g" end) ("g" begin))
;; comparison
(map (lambda (pair) (apply test-equal? pair)) '((1.0 1.000001) (1.0 1.1) (+nan.0 +nan.0) (+inf.0 -inf.0) (+inf.0 +inf.0) (1 1.0) ((1 . 2.0) (1 . 2.00000001)) (#(1 2) #(1)) ("a" "a") (a b))) ; => (#t #f #t #f #t #f #t #f #t #f)
(test-equal? 1.0+2.0i 1.0+2.0000001i) ; => #t
(parameterize ((current-test-epsilon 0.5)) (test-equal? 1.0 1.4)) ; => #t
(parameterize ((current-test-comparator (lambda (a b) #t))) (test 1 2)) ; => PASS
(test-run (lambda () 1) (lambda () 1) '((source . x))) ; => PASS
(test-syntax-error test) ; error: syntax: wanted (test [name] expected expression)

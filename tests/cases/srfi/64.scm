;;; (srfi 64): tests, groups, specifiers, runners.
(import (scheme base) (scheme write) (srfi 64))
(test-assert #t) ; error: error: test-runner-get: no tests are running
(define (counts r) (map (lambda (f) (f r)) (list test-runner-pass-count test-runner-fail-count test-runner-xpass-count test-runner-xfail-count test-runner-skip-count)))
(define-syntax run (syntax-rules () ((_ body ...) (let ((r (test-runner-null))) (test-with-runner r body ...) (counts r)))))
(run (test-assert #t) (test-assert "named" 5) (test-assert #f) (test-assert (car '()))) ; => (2 2 0 0 0)
(run (test-equal '(1) (list 1)) (test-equal "x" "a" "b") (test-eqv 1.5 1.5) (test-eqv "n" 1 1.0) (test-eq 'a 'a) (test-eq "n" '(1) (list 1))) ; => (3 3 0 0 0)
(run (test-approximate 1.0 1.05 0.1) (test-approximate "n" 1.0 1.5 0.1) (test-approximate "type" 1.0 'x 0.1)) ; => (1 2 0 0 0)
(run (test-error (car 5)) (test-error #t (error "x")) (test-error "n" #t 5) (test-error string? (raise "s")) (test-error "n" string? (raise 1)) (test-error #f 5)) ; => (4 2 0 0 0)
;; the result of a test
(define r (test-runner-null))
(test-with-runner r (test-equal "sum" 4 (+ 1 2)))
(test-result-kind r) ; => fail
(test-passed? r) ; => #f
(list (test-result-ref r 'test-name) (test-result-ref r 'expected-value) (test-result-ref r 'actual-value) (test-result-ref r 'source-form)) ; => ("sum" 4 3 (test-equal "sum" 4 (+ 1 2)))
(test-runner-test-name r) ; => "sum"
(test-with-runner r (test-assert (error "broken" 1)))
(error-object-message (test-result-ref r 'actual-error)) ; => "broken"
(test-runner-test-name r) ; => ""
(test-result-clear r)
(test-result-alist r) ; => ()
(test-result-alist! r '((a . 1)))
(test-result-ref r 'a) ; => 1
(begin (test-runner-reset r) (counts r)) ; => (0 0 0 0 0)
(begin (test-runner-aux-value! r 'mine) (test-runner-aux-value r)) ; => mine
;; specifiers
(run (test-skip "a") (test-assert "a" #f) (test-assert "b" #t)) ; => (1 0 0 0 1)
(run (test-skip 2) (test-assert #t) (test-assert #t) (test-assert #t)) ; => (1 0 0 0 2)
(run (test-skip (test-match-nth 2 2)) (test-assert #t) (test-assert #t) (test-assert #t) (test-assert #t)) ; => (2 0 0 0 2)
(run (test-skip (test-match-all "a" 1)) (test-assert "a" #f) (test-assert "a" #t)) ; => (1 0 0 0 1)
(run (test-skip (test-match-any "a" "b")) (test-assert "a" #f) (test-assert "b" #f) (test-assert "c" #t)) ; => (1 0 0 0 2)
(run (test-skip (test-match-name "g")) (test-group "g" (test-assert #f)) (test-assert #t)) ; => (1 0 0 0 0)
(run (test-expect-fail 2) (test-assert #f) (test-assert #t) (test-assert #t)) ; => (1 0 1 1 0)
(run (test-group "g" (test-skip 5) (test-assert #f)) (test-assert #t)) ; => (1 0 0 0 1)
(run (test-skip 'wrong)) ; error: error: test specifier: wanted
;; groups
(define path #f)
(run (test-begin "outer" 1) (test-group "inner" (set! path (test-runner-group-path (test-runner-get))) (test-assert #t)) (test-end "outer")) ; => (1 0 0 0 0)
path ; => ("outer" "inner")
(let ((stack #f)) (run (test-begin "a") (test-begin "b") (set! stack (test-runner-group-stack (test-runner-get))) (test-end) (test-end "a")) stack) ; => ("b" "a")
(let ((cleaned 0)) (list (run (test-group-with-cleanup "g" (test-assert #t) (test-assert #f) (set! cleaned (+ cleaned 1)))) cleaned)) ; => ((1 1 0 0 0) 1)
(let ((cleaned 0)) (guard (e (#t (list e cleaned))) (run (test-group-with-cleanup "g" (raise 'out) (set! cleaned (+ cleaned 1)))))) ; => (out 1)
(run (test-end)) ; error: error: test-end: no group is open
;; what a runner calls
(define (recorder note)
  (let ((r (test-runner-null)))
    (test-runner-on-test-begin! r (lambda (r) (note 'test-begin)))
    (test-runner-on-test-end! r (lambda (r) (note (test-result-kind r))))
    (test-runner-on-group-begin! r (lambda (r name count) (note (list 'begin name count))))
    (test-runner-on-group-end! r (lambda (r) (note 'end)))
    (test-runner-on-bad-count! r (lambda (r actual expected) (note (list 'bad-count actual expected))))
    (test-runner-on-bad-end-name! r (lambda (r was got) (note (list 'bad-end was got))))
    (test-runner-on-final! r (lambda (r) (note 'final)))
    r))
(let* ((seen '()) (r (recorder (lambda (x) (set! seen (cons x seen)))))) (test-with-runner r (test-begin "a" 3) (test-skip "s") (test-assert #t) (test-assert "s" #t) (test-end "b")) (reverse seen)) ; => ((begin "a" 3) test-begin pass skip (bad-end "a" "b") (bad-count 2 3) end final)
(map procedure? (map (lambda (f) (f r)) (list test-runner-on-test-begin test-runner-on-test-end test-runner-on-group-begin test-runner-on-group-end test-runner-on-bad-count test-runner-on-bad-end-name test-runner-on-final))) ; => (#t #t #t #t #t #t #t)
(test-runner-on-final! r 5) ; error: error: wanted a procedure
;; test-apply
(define (suite) (test-begin "s") (test-assert "a" #t) (test-assert "b" #t) (test-assert "c" #f) (test-end))
(let ((r (test-runner-null))) (test-apply r "a" "c" suite) (counts r)) ; => (1 1 0 0 1)
(let ((r (test-runner-null))) (test-apply r suite) (counts r)) ; => (2 1 0 0 0)
(let ((r (test-runner-null))) (test-with-runner r (test-apply "b" suite) (test-assert "z" #t)) (counts r)) ; => (2 0 0 0 2)
(test-runner-current) ; => #f
;; the simple runner
(define s (test-runner-simple))
(test-with-runner s (test-begin "suite" 2) (test-assert "good" #t) (test-equal "bad" 1 (+ 1 1)) (test-end "suite")) ; => #f
; output: Testing suite\nFAIL suite: bad\n  source-form: (test-equal "bad" 1 (+ 1 1))\n  expected-value: 1\n  actual-value: 2\n# of expected passes      1\n# of unexpected failures  1\n
(test-with-runner (test-runner-simple) (test-begin "s" 2) (test-expect-fail 1) (test-assert "p" #t) (test-end)) ; output: Testing s\nXPASS s: p\n  source-form: (test-assert "p" #t)\n  actual-value: #t\ns: wanted 2 tests, ran 1\n# of unexpected passes    1\n
(test-with-runner (test-runner-simple) (test-begin "s") (test-end "t")) ; error: error: test-end: wanted the end of the group s
(test-with-runner (test-runner-simple) (test-assert "boom" (error "went off" 'x))) ; output: FAIL boom\n  source-form: (test-assert "boom" (error "went off" (quote x)))\n  actual-error: went off x\n
(list (eq? (test-runner-on-test-begin s) test-on-test-begin-simple) (eq? (test-runner-on-test-end s) test-on-test-end-simple) (eq? (test-runner-on-group-begin s) test-on-group-begin-simple) (eq? (test-runner-on-group-end s) test-on-group-end-simple) (eq? (test-runner-on-bad-count s) test-on-bad-count-simple) (eq? (test-runner-on-bad-end-name s) test-on-bad-end-name-simple) (eq? (test-runner-on-final s) test-on-final-simple)) ; => (#t #t #t #t #t #t #t)
(test-with-runner (test-runner-simple) (test-assert "car" (car 5))) ; output: FAIL car\n  source-form: (test-assert "car" (car 5))\n  actual-error: car: wanted a pair, got 5\n
;; the program's own runner
(test-runner-factory test-runner-null)
(test-begin "whole")
(test-assert #t)
(test-runner? (test-runner-get)) ; => #t
(test-end "whole")
(counts (test-runner-current)) ; => (1 0 0 0 0)
(test-read-eval-string "(+ 1 2)") ; => 3
(test-read-eval-string "(+ 1 2) 3") ; error: error: wanted one expression

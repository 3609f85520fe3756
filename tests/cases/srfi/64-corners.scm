;;; (srfi 64): specifiers, results, callbacks.
(import (scheme base) (scheme write) (srfi 64))
(define (counts r) (map (lambda (f) (f r)) (list test-runner-pass-count test-runner-fail-count test-runner-xpass-count test-runner-xfail-count test-runner-skip-count)))
(define-syntax run (syntax-rules () ((_ body ...) (let ((r (test-runner-null))) (test-with-runner r body ...) (counts r)))))
(run (test-skip (lambda (r) (equal? (test-runner-test-name r) "a"))) (test-assert "a" #f) (test-assert "b" #t)) ; => (1 0 0 0 1)
(run (test-expect-fail "x") (test-assert "x" #f) (test-assert "x" #t) (test-assert "y" #t)) ; => (1 0 1 1 0)
(run (test-expect-fail (test-match-all (test-match-name "x") (test-match-nth 2))) (test-assert "x" #t) (test-assert "x" #f)) ; => (1 0 0 1 0)
(run (test-group "g" (test-expect-fail 1) (test-assert #f)) (test-assert #f)) ; => (0 1 0 1 0)
(guard (e (#t (list 'out e))) (run (test-group "g" (test-assert #t) (raise 'boom)))) ; => (out boom)
(run (test-group "outer" (test-group "inner" (test-equal 1 1)))) ; => (1 0 0 0 0)
(let ((r (test-runner-null)) (log '())) (test-runner-on-test-end! r (lambda (r) (set! log (cons (list (test-runner-test-name r) (test-result-kind r) (test-result-ref r 'actual-value 'none)) log)))) (test-with-runner r (test-equal "e" 1 2) (test-assert "a" 7) (test-error "er" #t (car 1)) (test-skip "s") (test-assert "s" 1)) (reverse log)) ; => (("e" fail 2) ("a" pass 7) ("er" pass none) ("s" skip none))
(let ((r (test-runner-null))) (test-result-set! r 'k 1) (let ((a (test-result-ref r 'k))) (test-result-remove r 'k) (list a (test-result-ref r 'k 'gone)))) ; => (1 gone)
(test-runner? (test-runner-create)) ; => #t
(test-runner? 5) ; => #f
(procedure? (test-runner-factory)) ; => #t
(parameterize ((test-runner-current (test-runner-null))) (test-begin "p") (test-eqv 1 1) (let ((c (counts (test-runner-get)))) (test-end "p") c)) ; error: type:
(let ((r (test-runner-null))) (test-runner-current r) (test-begin "z") (test-eq 'a 'a) (test-end) (test-runner-current #f) (counts r)) ; => (1 0 0 0 0)
(run (test-begin "a" 2) (test-assert #t) (test-end "a")) ; => (1 0 0 0 0)
(let ((seen #f)) (let ((r (test-runner-null))) (test-runner-on-bad-count! r (lambda (r a e) (set! seen (list a e)))) (test-with-runner r (test-begin "a" 2) (test-assert #t) (test-end "a"))) seen) ; => (1 2)
(run (test-approximate 1 1.05 1/10)) ; => (1 0 0 0 0)
(run (test-approximate 1+i 1.01+1.01i 0.1)) ; => (1 0 0 0 0)
(run (test-approximate "n" 'a 1 1)) ; => (0 1 0 0 0)
(run (test-error string? (raise "s")) (test-error symbol? (raise "s"))) ; => (1 1 0 0 0)
(run (test-equal (vector 1 2) #(1 2)) (test-equal "name" '(1 . 2) (cons 1 2))) ; => (2 0 0 0 0)
(run (test-assert (values 1 2))) ; => (1 0 0 0 0)
(let ((r (test-runner-null))) (test-with-runner r (test-begin "x") (test-assert "n" #t) (list (test-runner-group-path r) (test-runner-group-stack r) (test-runner-test-name r)))) ; => #f
(run (for-each (lambda (x) (test-equal (number->string x) x (+ x 0))) '(1 2 3))) ; => (3 0 0 0 0)
(run (let loop ((i 0)) (when (< i 3) (test-assert (< i 2)) (loop (+ i 1))))) ; => (2 1 0 0 0)
(let ((r (test-runner-null)) (path #f)) (test-with-runner r (test-group "a" (test-group "b" (set! path (test-runner-group-path r))))) path) ; => ("a" "b")
(run (test-skip 1 "b") (test-assert "a" #f) (test-assert "b" #t)) ; => (1 1 0 0 0)
(run (test-skip "nope" (test-match-any 1 "c")) (test-assert "a" #f) (test-assert "b" #t) (test-assert "c" #f)) ; => (1 2 0 0 0)

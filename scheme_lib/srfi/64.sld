;;; (srfi 64): test suites, complete. The runner belongs to the world that runs
;;; the tests. test-read-eval-string needs an unsandboxed program.

(define-library (srfi 64)
  ;; tests
  (export test-assert test-equal test-eqv test-eq test-approximate
          test-error test-read-eval-string)
  ;; groups
  (export test-begin test-end test-group test-group-with-cleanup)
  ;; choosing tests
  (export test-match-name test-match-nth test-match-all test-match-any
          test-skip test-expect-fail)
  ;; running with another runner
  (export test-apply test-with-runner)
  ;; results of a test
  (export test-result-kind test-passed? test-result-ref test-result-set!
          test-result-remove test-result-clear test-result-alist
          test-result-alist!)
  ;; runners
  (export test-runner? test-runner-create test-runner-factory
          test-runner-get test-runner-current test-runner-null
          test-runner-simple test-runner-reset)
  ;; parts of a runner
  (export test-runner-pass-count test-runner-fail-count
          test-runner-xpass-count test-runner-xfail-count
          test-runner-skip-count test-runner-test-name
          test-runner-group-path test-runner-group-stack
          test-runner-aux-value test-runner-aux-value!)
  ;; what a runner calls
  (export test-runner-on-test-begin test-runner-on-test-begin!
          test-runner-on-test-end test-runner-on-test-end!
          test-runner-on-group-begin test-runner-on-group-begin!
          test-runner-on-group-end test-runner-on-group-end!
          test-runner-on-bad-count test-runner-on-bad-count!
          test-runner-on-bad-end-name test-runner-on-bad-end-name!
          test-runner-on-final test-runner-on-final!)
  ;; what the simple runner does there
  (export test-on-test-begin-simple test-on-test-end-simple
          test-on-group-begin-simple test-on-group-end-simple
          test-on-bad-count-simple test-on-bad-end-name-simple
          test-on-final-simple)
  (import (scheme base) (scheme write) (scheme read) (scheme complex)
          (only (engine primitives) %condition-text %prepare %procedure-place
                %set-world-setting!
                %world-setting))
  (include "64/runner.scm" "64/simple.scm" "64/choose.scm" "64/test.scm"))

;;; (chibi test): test suites in the manner of chibi-scheme. The open group
;;; belongs to the world that runs the tests.

(define-library (chibi test)
  ;; tests
  (export test test-equal test-assert test-not test-error test-values
          test-syntax-error test-propagate-info test-vars test-run)
  ;; groups
  (export test-group test-begin test-end test-exit current-test-group
          test-failure-count)
  ;; what a group knows
  (export test-group-name test-group-ref test-group-set! test-group-inc!
          test-group-push!)
  ;; names and comparison
  (export test-get-name! test-equal? current-test-comparator
          current-test-epsilon)
  ;; choosing tests
  (export current-test-filters current-test-removers
          current-test-group-filters current-test-group-removers
          current-test-skipper)
  ;; running and reporting
  (export current-test-applier current-test-reporter
          current-test-group-reporter current-test-verbosity
          current-column-width)
  (import (scheme base) (scheme write) (scheme complex) (scheme inexact)
          (only (engine primitives) exit %condition-text %set-world-setting!
                %world-setting))
  (include "test/group.scm" "test/report.scm" "test/test.scm"))

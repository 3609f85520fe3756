;;; The simple runner: says on the current output port what failed, and the
;;; counts at the end.

;;> (test-runner-simple) -> a runner that reports on the current output port
;;> (test-runner? (test-runner-simple)) => #t
(define (test-runner-simple)
  (let ((runner (test-runner-null)))
    (test-runner-on-test-begin! runner test-on-test-begin-simple)
    (test-runner-on-test-end! runner test-on-test-end-simple)
    (test-runner-on-group-begin! runner test-on-group-begin-simple)
    (test-runner-on-group-end! runner test-on-group-end-simple)
    (test-runner-on-bad-count! runner test-on-bad-count-simple)
    (test-runner-on-bad-end-name! runner test-on-bad-end-name-simple)
    (test-runner-on-final! runner test-on-final-simple)
    runner))

(define (%say . parts)
  (for-each display parts)
  (newline))

;;> (test-on-test-begin-simple runner) does nothing
(define (test-on-test-begin-simple runner) #f)

;;> (test-on-test-end-simple runner) reports a test that did not go as it
;;> should
(define (test-on-test-end-simple runner)
  (let ((kind (test-result-kind runner)))
    (when (memq kind '(fail xpass))
      (%say (if (eq? kind 'fail) "FAIL " "XPASS ")
            (%path-text runner)
            (test-runner-test-name runner))
      (for-each
       (lambda (name)
         (let ((entry (assq name (test-result-alist runner))))
           (when entry
             (display "  ")
             (display name)
             (display ": ")
             (%show (cdr entry))
             (newline))))
       '(source-form expected-value actual-value expected-error
                     actual-error)))))

(define (%path-text runner)
  (apply string-append
         (map (lambda (name) (string-append name ": "))
              (test-runner-group-path runner))))

(define (%show x)
  (if (error-object? x)
      (display (%condition-text x))
      (write x)))

;;> (test-on-group-begin-simple runner name count) names the outermost group
(define (test-on-group-begin-simple runner name count)
  (if (null? (test-runner-group-stack runner))
      (%say "Testing " name)))

;;> (test-on-group-end-simple runner) does nothing
(define (test-on-group-end-simple runner) #f)

;;> (test-on-bad-count-simple runner actual expected) reports that another
;;> number of tests was run than test-begin said
(define (test-on-bad-count-simple runner actual expected)
  (%say (%path-text runner) "wanted " expected " tests, ran " actual))

;;> (test-on-bad-end-name-simple runner begin-name end-name) raises an error
(define (test-on-bad-end-name-simple runner begin-name end-name)
  (error (string-append "test-end: wanted the end of the group "
                        begin-name ", got")
         end-name))

;;> (test-on-final-simple runner) shows the counts that are not 0
(define (test-on-final-simple runner)
  (for-each
   (lambda (text count)
     (let ((n (count runner)))
       (if (> n 0) (%say "# of " text " " n))))
   '("expected passes     " "unexpected failures " "unexpected passes   "
     "expected failures   " "skipped tests       ")
   (list test-runner-pass-count test-runner-fail-count
         test-runner-xpass-count test-runner-xfail-count
         test-runner-skip-count)))

;;; Reports on the current output port: what went wrong, and counts per group.

;;> (current-test-verbosity) -> whether good tests are reported too
;;> (current-test-verbosity) => #f
(define current-test-verbosity (make-parameter #f))

;;> (current-column-width) -> to how many columns names are cut in reports
;;> (current-column-width) => 78
(define current-column-width (make-parameter 78))

(define (%cut text width)
  (if (> (string-length text) width)
      (string-append (substring text 0 (max 0 (- width 3))) "...")
      text))

(define (%written x)
  (let ((out (open-output-string)))
    (write x out)
    (get-output-string out)))

(define (%info info name . default)
  (let ((entry (assq name info)))
    (cond (entry (cdr entry))
          ((pair? default) (car default))
          (else #f))))

(define (%line . parts)
  (for-each display parts)
  (newline))

(define (%report-test kind info)
  (when (or (memq kind '(FAIL ERROR))
            (and (current-test-verbosity) (not (eq? kind 'SKIP))))
    (%line kind ": "
           (%cut (test-get-name! info) (- (current-column-width) 8)))
    (case kind
      ((FAIL)
       (cond ((%info info 'assertion)
              (%line "    wanted a true value, got #f"))
             ((%info info 'exception)
              (%line "    wanted an error that is "
                     (%written (%info info 'error-type-test-expr))
                     ", got one: " (%condition (%info info 'exception))))
             ((%info info 'expect-error)
              (%line "    wanted an error, got "
                     (%written (%info info 'result))))
             (else
              (%line "    wanted " (%written (%info info 'expected))
                     ", got " (%written (%info info 'result))))))
      ((ERROR) (%line "    " (%condition (%info info 'exception)))))))

(define (%condition x)
  (if (error-object? x)
      (%condition-text x)
      (string-append "raised " (%written x))))

(define (%report-group group event)
  (when (and (eq? event 'end) (not (test-group-ref group 'skip-group?)))
    (let* ((count (lambda (kind) (test-group-ref group kind 0)))
           (ran (+ (count 'PASS) (count 'FAIL) (count 'ERROR))))
      (%line (test-group-name group) ": " (count 'PASS) " of " ran
             " tests passed"
             (%amount ", " (count 'FAIL) " failed")
             (%amount ", " (count 'ERROR) " raised an error")
             (%amount ", " (count 'SKIP) " skipped")))))

(define (%amount before n after)
  (if (= n 0) "" (string-append before (number->string n) after)))

;;> (current-test-reporter) -> (kind info), called after each test;
;;> (current-test-group-reporter) -> (group event), event begin or end
;;> (map procedure? (list (current-test-reporter)
;;>   (current-test-group-reporter))) => (#t #t)
(define current-test-reporter (make-parameter %report-test))
(define current-test-group-reporter (make-parameter %report-group))

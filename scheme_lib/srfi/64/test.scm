;;; Groups and tests.

;;> (test-begin name [count]) begins a group of count tests; the first one
;;> makes a runner
(define (test-begin name . count)
  (if (not (test-runner-current))
      (test-runner-current (test-runner-create)))
  (let ((runner (test-runner-current))
        (count (and (pair? count) (car count))))
    ((test-runner-on-group-begin runner) runner name count)
    (%stack! runner
             (cons (%make-group name count (%total runner) (%skips runner)
                                (%fails runner))
                   (%stack runner)))))

;;> (test-end [name]) ends the group; with the outermost one the runner
;;> reports
(define (test-end . name)
  (let ((runner (test-runner-get)))
    (if (null? (%stack runner))
        (error "test-end: no group is open"))
    (let* ((group (car (%stack runner)))
           (ran (- (%total runner) (%group-before group))))
      (if (and (pair? name) (car name)
               (not (equal? (car name) (%group-name group))))
          ((test-runner-on-bad-end-name runner)
           runner (%group-name group) (car name)))
      (if (and (%group-count group) (not (= ran (%group-count group))))
          ((test-runner-on-bad-count runner) runner ran (%group-count group)))
      ((test-runner-on-group-end runner) runner)
      (%skips! runner (%group-skips group))
      (%fails! runner (%group-fails group))
      (%stack! runner (cdr (%stack runner)))
      (when (null? (%stack runner))
        ((test-runner-on-final runner) runner)))))

;;> (test-group name body ...) -> the body as a group, which may be skipped as
;;> a whole
(define-syntax test-group
  (syntax-rules ()
    ((_ name body ...)
     (%test-group name (lambda () body ... #f)))))

(define (%test-group name thunk)
  (if (not (test-runner-current))
      (test-runner-current (test-runner-create)))
  (let ((runner (test-runner-current)))
    (test-result-alist! runner (list (cons 'test-name name)))
    (if (%chosen? runner)
        (dynamic-wind
         (lambda () (test-begin name))
         thunk
         (lambda () (test-end name))))))

;;> (test-group-with-cleanup name body ... cleanup) -> the same; cleanup is
;;> evaluated at the end in any case
(define-syntax test-group-with-cleanup
  (syntax-rules ()
    ((_ name body ... cleanup)
     (test-group name
       (dynamic-wind
        (lambda () #f)
        (lambda () body ... #f)
        (lambda () cleanup))))))

;;> (test-with-runner runner body ...) -> the body with that runner
(define-syntax test-with-runner
  (syntax-rules ()
    ((_ runner body ...)
     (%with-runner runner (lambda () body ... #f)))))

(define (%with-runner runner thunk)
  (let ((outer (test-runner-current)))
    (dynamic-wind
     (lambda () (test-runner-current runner))
     thunk
     (lambda () (test-runner-current outer)))))

;;> (test-apply [runner] specifier ... procedure) calls the procedure; only
;;> tests that one of the specifiers matches are run
(define (test-apply first . rest)
  (if (test-runner? first)
      (%with-runner first (lambda () (apply %apply first rest)))
      (let ((runner (test-runner-current)))
        (if runner
            (apply %apply runner first rest)
            (let ((runner (test-runner-create)))
              (%with-runner runner
                            (lambda () (apply %apply runner first rest))))))))

(define (%apply runner . arguments)
  (let* ((reversed (reverse arguments))
         (specifiers (map %specifier (reverse (cdr reversed))))
         (outer (%run runner)))
    (dynamic-wind
     (lambda () (if (pair? specifiers) (%run! runner specifiers)))
     (car reversed)
     (lambda () (%run! runner outer)))))

;; Where a test stands, as its properties source-file and source-line say it.
(define (%place-of check)
  (let ((place (%procedure-place check)))
    (if place
        (list (cons 'source-file (car place)) (cons 'source-line (cdr place)))
        '())))

;; The life of a test: `check` is called with the runner and answers whether
;; it went well; what it raises is noted and makes the test fail.
(define (%test name form check)
  (let ((runner (test-runner-get)))
    (test-result-alist!
     runner
     (append (if name (list (cons 'test-name name)) '())
             (%place-of check)
             (list (cons 'source-form form))))
    (cond
     ((%chosen? runner)
      ((test-runner-on-test-begin runner) runner)
      (let* ((well? (call/cc
                     (lambda (leave)
                       (with-exception-handler
                        (lambda (condition)
                          (test-result-set! runner 'actual-error condition)
                          (leave #f))
                        (lambda () (check runner))))))
             (expected? (not (eq? (test-result-kind runner) 'xfail))))
        (%done runner (cond (well? (if expected? 'pass 'xpass))
                            (else (if expected? 'fail 'xfail))))))
     (else
      (%done runner 'skip)))))

(define (%done runner kind)
  (test-result-set! runner 'result-kind kind)
  (%count! runner kind)
  ((test-runner-on-test-end runner) runner))

;;> (test-assert [name] expression) passes if the value is not #f
(define-syntax test-assert
  (syntax-rules ()
    ((_ expression)
     (%test #f '(test-assert expression)
            (lambda (runner) (%assert runner (lambda () expression)))))
    ((_ name expression)
     (%test name '(test-assert name expression)
            (lambda (runner) (%assert runner (lambda () expression)))))))

(define (%assert runner thunk)
  (let ((actual (thunk)))
    (test-result-set! runner 'actual-value actual)
    actual))

(define (%compare runner same? expected thunk)
  (test-result-set! runner 'expected-value expected)
  (let ((actual (thunk)))
    (test-result-set! runner 'actual-value actual)
    (same? expected actual)))

;;> (test-equal [name] expected expression) passes if the values are equal?;
;;> test-eqv and test-eq compare with eqv? and eq?
(define-syntax test-equal
  (syntax-rules ()
    ((_ argument ...) (%test-same equal? test-equal argument ...))))
(define-syntax test-eqv
  (syntax-rules ()
    ((_ argument ...) (%test-same eqv? test-eqv argument ...))))
(define-syntax test-eq
  (syntax-rules ()
    ((_ argument ...) (%test-same eq? test-eq argument ...))))

(define-syntax %test-same
  (syntax-rules ()
    ((_ same? who expected expression)
     (%test #f '(who expected expression)
            (lambda (runner)
              (%compare runner same? expected (lambda () expression)))))
    ((_ same? who name expected expression)
     (%test name '(who name expected expression)
            (lambda (runner)
              (%compare runner same? expected (lambda () expression)))))))

;;> (test-approximate [name] expected expression error) passes if the value is
;;> at most error away
(define-syntax test-approximate
  (syntax-rules ()
    ((_ expected expression error)
     (%test #f '(test-approximate expected expression error)
            (lambda (runner)
              (%compare runner (%near error) expected
                        (lambda () expression)))))
    ((_ name expected expression error)
     (%test name '(test-approximate name expected expression error)
            (lambda (runner)
              (%compare runner (%near error) expected
                        (lambda () expression)))))))

(define (%near tolerance)
  (lambda (expected actual)
    (and (<= (abs (- (real-part actual) (real-part expected))) tolerance)
         (<= (abs (- (imag-part actual) (imag-part expected))) tolerance))))

;;> (test-error [[name] type] expression) passes if the expression raises an
;;> object that fits the type: #t (any), #f (none), a predicate, or anything
;;> else, which fits whatever is raised
(define-syntax test-error
  (syntax-rules ()
    ((_ expression)
     (%test #f '(test-error expression)
            (lambda (runner) (%raises runner #t (lambda () expression)))))
    ((_ type expression)
     (%test #f '(test-error type expression)
            (lambda (runner) (%raises runner type (lambda () expression)))))
    ((_ name type expression)
     (%test name '(test-error name type expression)
            (lambda (runner) (%raises runner type (lambda () expression)))))))

(define (%raises runner type thunk)
  (test-result-set! runner 'expected-error type)
  (let ((raised (call/cc
                 (lambda (leave)
                   (with-exception-handler
                    (lambda (condition) (leave (list condition)))
                    (lambda ()
                      (test-result-set! runner 'actual-value (thunk))
                      #f))))))
    (cond ((not raised) (not type))
          (else
           (test-result-set! runner 'actual-error (car raised))
           (cond ((procedure? type) (type (car raised)))
                 (else (and type #t)))))))

;;> (test-read-eval-string text) -> the value of the one expression in it, in
;;> the program's own environment
(define (test-read-eval-string text)
  (let* ((port (open-input-string text))
         (form (read port)))
    (if (eof-object? (read-char port))
        ((%prepare form #f))
        (error "test-read-eval-string: wanted one expression, got" text))))

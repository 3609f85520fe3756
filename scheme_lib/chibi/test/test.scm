;;; Tests. What is known of one is an alist: name, source, expected …

;;> (current-test-epsilon) -> how far inexact numbers may differ, relatively
;;> (current-test-epsilon) => 1.0e-5
(define current-test-epsilon (make-parameter 1e-5))

;;> (test-equal? expected result) -> whether they are equal?, where inexact
;;> numbers may differ by current-test-epsilon, also inside of data
;;> (list (test-equal? 1.0 1.000001) (test-equal? 1.0 1.1) (test-equal? 1 1.0)
;;>   (test-equal? '(1 #(2.0)) '(1 #(2.0000001)))) => (#t #f #f #t)
(define (test-equal? expected result)
  (or (equal? expected result)
      (%near? expected result)))

;; Stands for anything data may hold; equal? was tried first, so that circular
;; data that are equal never come here.
(define (%near? a b)
  (cond ((and (number? a) (number? b)) (%near-number? a b))
        ((and (pair? a) (pair? b))
         (and (test-equal? (car a) (car b)) (test-equal? (cdr a) (cdr b))))
        ((and (vector? a) (vector? b))
         (and (= (vector-length a) (vector-length b))
              (let loop ((i 0))
                (or (= i (vector-length a))
                    (and (test-equal? (vector-ref a i) (vector-ref b i))
                         (loop (+ i 1)))))))
        (else #f)))

(define (%near-number? a b)
  (cond ((and (exact? a) (exact? b)) (= a b))
        ((not (and (inexact? a) (inexact? b))) #f)
        ((not (and (real? a) (real? b)))
         (and (%near-number? (inexact (real-part a)) (inexact (real-part b)))
              (%near-number? (inexact (imag-part a))
                             (inexact (imag-part b)))))
        ((or (nan? a) (nan? b)) (and (nan? a) (nan? b)))
        ((or (infinite? a) (infinite? b)) (= a b))
        (else
         (<= (abs (- a b))
             (* (current-test-epsilon) (max 1.0 (abs a) (abs b)))))))

;;> (current-test-comparator) -> what compares expected and result
;;> (eq? (current-test-comparator) test-equal?) => #t
(define current-test-comparator (make-parameter test-equal?))

;;> (test-get-name! info) -> the name of a test, else its source as text
;;> (test-get-name! '((source . (+ 1 2)))) => "(+ 1 2)"
(define (test-get-name! info)
  (let ((name (%info info 'name)))
    (if name
        (if (string? name) name (%written name))
        (%written (%info info 'source)))))

;;> (test [name] expected expression) passes if the value is as expected;
;;> test-equal takes the comparison first
;;> (test 3 (+ 1 2)) => PASS
;;> (test-equal eq? 'a 'a) => PASS
(define-syntax test
  (syntax-rules ()
    ((_ expected expression)
     (test #f expected expression))
    ((_ label expected expression)
     (test-propagate-info label expected expression ()))))

(define-syntax test-equal
  (syntax-rules ()
    ((_ equal expected expression)
     (test-equal equal #f expected expression))
    ((_ equal label expected expression)
     (parameterize ((current-test-comparator equal))
       (test label expected expression)))))

;;> (test-propagate-info name expected expression info) -> as test, with more
;;> information: a list of (key . value)
;;> (test-propagate-info "n" 1 1 ((line . 5))) => PASS
(define-syntax test-propagate-info
  (syntax-rules ()
    ((_ label expected expression info)
     (test-vars () label expected expression info))))

;;> (test-vars (variable ...) name expected expression info) -> the same, with
;;> the values of variables noted
;;> (let ((x 1)) (test-vars (x) #f 1 x ())) => PASS
(define-syntax test-vars
  (syntax-rules ()
    ((_ (variable ...) label expected expression ((key . value) ...))
     (test-run (lambda () expected)
               (lambda () expression)
               (list (cons 'name label)
                     (cons 'source 'expression)
                     (cons 'key 'value) ...
                     (cons 'var-names '(variable ...))
                     (cons 'var-values (list variable ...)))))))

;;> (test-assert [name] expression) passes if the value is not #f, test-not if
;;> it is
;;> (list (test-assert (memq 'a '(a))) (test-not "n" #f)) => (PASS PASS)
(define-syntax test-assert
  (syntax-rules ()
    ((_ expression) (test-assert #f expression))
    ((_ label expression)
     (test-run (lambda () #f) (lambda () expression)
               (list (cons 'name label)
                     (cons 'source 'expression)
                     '(assertion . #t))))))

(define-syntax test-not
  (syntax-rules ()
    ((_ expression) (test-not #f expression))
    ((_ label expression)
     (test-run (lambda () #f) (lambda () (not expression))
               (list (cons 'name label)
                     (cons 'source '(not expression))
                     '(assertion . #t))))))

;;> (test-error [name [right?]] expression) passes if the expression raises
;;> something, of which right? is true
;;> (test-error (car '())) => PASS
;;> (test-error "a symbol" symbol? (raise 'oops)) => PASS
(define-syntax test-error
  (syntax-rules ()
    ((_ expression) (test-error #f expression))
    ((_ label expression) (test-error label (lambda (raised) #t) expression))
    ((_ label right? expression)
     (test-run (lambda () #f) (lambda () expression)
               (list (cons 'name label)
                     (cons 'source 'expression)
                     '(expect-error . #t)
                     (cons 'error-type-test right?)
                     (cons 'error-type-test-expr 'right?))))))

;;> (test-values [name] expected expression) compares several values
;;> (test-values (values 1 2) (values 1 2)) => PASS
(define-syntax test-values
  (syntax-rules ()
    ((_ expected expression) (test-values #f expected expression))
    ((_ label expected expression)
     (test label
           (call-with-values (lambda () expected) list)
           (call-with-values (lambda () expression) list)))))

;;> (test-syntax-error) -> the complaint about a test that is not written as
;;> it should be; may not be used
(define-syntax test-syntax-error
  (syntax-rules ()
    ((_ argument ...)
     (syntax-error "wanted (test [name] expected expression)" argument ...))))

;;> (test-run expected-thunk thunk info) runs a test, counts and reports it;
;;> the value is PASS, FAIL, ERROR or SKIP
;;> (test-run (lambda () 1) (lambda () 1) '((name . "n"))) => PASS
(define (test-run expected thunk info)
  (let ((group (current-test-group)))
    (if (or (and group (test-group-ref group 'skip-group?))
            (not (%chosen? info (current-test-filters)
                           (current-test-removers))))
        ((current-test-skipper) info)
        ((current-test-applier) expected thunk
                                (cons (cons 'thunk thunk) info)))))

(define (%apply-test expected thunk info)
  (let ((outcome (call/cc
                  (lambda (leave)
                    (with-exception-handler
                     (lambda (condition)
                       (leave (%failed condition info)))
                     (lambda () (%compared expected thunk info)))))))
    (%note (current-test-group) (car outcome) (cdr outcome))))

(define (%failed condition info)
  (let ((right? (%info info 'error-type-test)))
    (cons (cond ((not (%info info 'expect-error)) 'ERROR)
                ((and right? (not (right? condition))) 'FAIL)
                (else 'PASS))
          (cons (cons 'exception condition) info))))

(define (%compared expected thunk info)
  (let* ((wanted (expected))
         (result (thunk))
         (good? (cond ((%info info 'expect-error) #f)
                      ((%info info 'assertion) result)
                      (else ((current-test-comparator) wanted result)))))
    (cons (if good? 'PASS 'FAIL)
          (%cons2 (cons 'result result) (cons 'expected wanted) info))))

(define (%cons2 a b rest) (cons a (cons b rest)))

(define (%skip-test info)
  (%note (current-test-group) 'SKIP info))

;;> (current-test-applier) -> (expected-thunk thunk info), which runs a test;
;;> (current-test-skipper) -> (info), called for one that is left out
;;> (map procedure? (list (current-test-applier) (current-test-skipper)))
;;>   => (#t #t)
(define current-test-applier (make-parameter %apply-test))
(define current-test-skipper (make-parameter %skip-test))

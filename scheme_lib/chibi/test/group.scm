;;; Groups: a name, the group around, and counts by name.

(define-record-type %test-group
  (%make-group name parent entries)
  %group?
  (name test-group-name)
  (parent %group-parent)
  (entries %group-entries %group-entries!))

;;> (current-test-group) -> the open group, #f if there is none;
;;> (current-test-group group) makes it the open one
;;> (current-test-group) => #f
(define (current-test-group . group)
  (if (pair? group)
      (%set-world-setting! 'chibi-test-group (car group))
      (%world-setting 'chibi-test-group)))

;;> (test-failure-count) -> how many tests failed in this program so far
;;> (test-failure-count) => 0
(define (test-failure-count)
  (or (%world-setting 'chibi-test-failures) 0))

;;> (test-group-ref group name [default]) -> what the group keeps under a name
;;> (test-group-set! group name value), (test-group-inc! group name) and
;;> (test-group-push! group name value) change it
(define (test-group-ref group name . default)
  (let ((entry (assq name (%group-entries group))))
    (cond (entry (cdr entry))
          ((pair? default) (car default))
          (else #f))))

(define (test-group-set! group name value)
  (let ((entry (assq name (%group-entries group))))
    (if entry
        (set-cdr! entry value)
        (%group-entries! group
                         (cons (cons name value) (%group-entries group))))))

(define (test-group-inc! group name)
  (test-group-set! group name (+ 1 (test-group-ref group name 0))))

(define (test-group-push! group name value)
  (test-group-set! group name (cons value (test-group-ref group name '()))))

;;> (test-begin [name]) opens a group inside the open one
(define (test-begin . name)
  (let* ((parent (current-test-group))
         (group (%make-group (if (pair? name) (car name) "") parent '())))
    (if (or (and parent (test-group-ref parent 'skip-group?))
            (not (%chosen? group (current-test-group-filters)
                           (current-test-group-removers))))
        (test-group-set! group 'skip-group? #t))
    (current-test-group group)
    ((current-test-group-reporter) group 'begin)))

;;> (test-end [name]) closes the group, which is reported; its counts are
;;> added to those of the group around it
(define (test-end . name)
  (let ((group (current-test-group)))
    (if (not group)
        (error "test-end: no group is open"))
    (if (and (pair? name) (not (equal? (car name) (test-group-name group))))
        (error "test-end: wanted the name of the open group, got"
               (car name) (test-group-name group)))
    (let ((parent (%group-parent group)))
      (if parent
          (for-each
           (lambda (kind)
             (test-group-set! parent kind
                              (+ (test-group-ref parent kind 0)
                                 (test-group-ref group kind 0))))
           %kinds))
      (current-test-group parent)
      ((current-test-group-reporter) group 'end))))

(define %kinds '(PASS FAIL ERROR SKIP))

;;> (test-group name body ...) -> the body as a group
(define-syntax test-group
  (syntax-rules ()
    ((_ name body ...)
     (%call-in-group name (lambda () body ... #f)))))

(define (%call-in-group name thunk)
  (test-begin name)
  (let ((group (current-test-group)))
    (guard (condition
            (else
             (if (eq? (current-test-group) group)
                 (%note group 'ERROR
                        (list (cons 'name name)
                              (cons 'exception condition))))))
      (if (not (test-group-ref group 'skip-group?))
          (thunk)))
    (if (eq? (current-test-group) group)
        (test-end name))))

;;> (test-exit) ends the program; its exit code is 0 if no test failed
(define (test-exit)
  (if (current-test-group)
      (error "test-exit: this group is still open:"
             (test-group-name (current-test-group))))
  (exit (= 0 (test-failure-count))))

;; Filters choose (one must hold, if there are any), removers leave out.
(define (%chosen? x filters removers)
  (and (or (null? filters) (%any? filters x))
       (not (%any? removers x))))

(define (%any? predicates x)
  (and (pair? predicates)
       (or ((car predicates) x) (%any? (cdr predicates) x))))

;;> (current-test-filters) -> predicates on the information about a test (an
;;> alist with name, source, expected …), one of which must hold;
;;> (current-test-removers): none may hold; the same two for groups
;;> (parameterize ((current-test-removers (list (lambda (info) #t))))
;;>   (test-begin "g") (test 1 2) (let ((g (current-test-group)))
;;>   (current-test-group #f) (test-group-ref g 'SKIP))) => 1
(define current-test-filters (make-parameter '()))
(define current-test-removers (make-parameter '()))
(define current-test-group-filters (make-parameter '()))
(define current-test-group-removers (make-parameter '()))

;; Count a test in the open group and in the program, and report it.
(define (%note group kind info)
  (if group (test-group-inc! group kind))
  (if (memq kind '(FAIL ERROR))
      (%set-world-setting! 'chibi-test-failures (+ 1 (test-failure-count))))
  ((current-test-reporter) kind info)
  kind)

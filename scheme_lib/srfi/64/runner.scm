;;; Runners: what is counted, what is active, and what to call.

(define-record-type test-runner
  (%make-runner counts result stack run skip fail hooks aux)
  test-runner?
  (counts %counts)                      ; alist from kind to a number
  (result test-result-alist %result!)
  (stack %stack %stack!)                ; open groups, innermost first
  (run %run %run!)                      ; #t or the specifiers of test-apply
  (skip %skips %skips!)
  (fail %fails %fails!)
  (hooks %hooks)                        ; alist from event to procedure
  (aux test-runner-aux-value test-runner-aux-value!))

;; An open group. `count` is what test-begin was told; `before` the number of
;; tests when it began; the lists are those to go back to.
(define-record-type %group
  (%make-group name count before skips fails)
  %group?
  (name %group-name)
  (count %group-count)
  (before %group-before)
  (skips %group-skips)
  (fails %group-fails))

(define (%ignore . arguments) #f)

(define %kinds '(pass fail xpass xfail skip))

(define %events
  '(test-begin test-end group-begin group-end bad-count bad-end-name final))

;;> (test-runner-null) -> a runner that counts and says nothing
;;> (test-runner? (test-runner-null)) => #t
(define (test-runner-null)
  (%make-runner (map (lambda (kind) (cons kind 0)) %kinds)
                '() '() #t '() '()
                (map (lambda (event) (cons event %ignore)) %events)
                #f))

(define (%count runner kind) (cdr (assq kind (%counts runner))))

(define (%count! runner kind)
  (let ((entry (assq kind (%counts runner))))
    (set-cdr! entry (+ (cdr entry) 1))))

(define (%total runner) (apply + (map cdr (%counts runner))))

;;> (test-runner-pass-count runner) -> how many tests passed; the same for
;;> fail, xpass (passed and should not), xfail (failed as expected), skip
;;> (test-runner-pass-count (test-runner-null)) => 0
(define (test-runner-pass-count runner) (%count runner 'pass))
(define (test-runner-fail-count runner) (%count runner 'fail))
(define (test-runner-xpass-count runner) (%count runner 'xpass))
(define (test-runner-xfail-count runner) (%count runner 'xfail))
(define (test-runner-skip-count runner) (%count runner 'skip))

;;> (test-runner-reset runner) makes all counts 0 and closes all groups
(define (test-runner-reset runner)
  (for-each (lambda (entry) (set-cdr! entry 0)) (%counts runner))
  (%result! runner '())
  (%stack! runner '())
  (%run! runner #t)
  (%skips! runner '())
  (%fails! runner '()))

;;> (test-runner-group-stack runner) -> names of the open groups, innermost
;;> first; (test-runner-group-path runner) -> the same, outermost first
(define (test-runner-group-stack runner) (map %group-name (%stack runner)))
(define (test-runner-group-path runner)
  (reverse (test-runner-group-stack runner)))

;;> (test-runner-on-test-begin runner) -> what is called before each test; the
;;> same for test-end, group-begin, group-end, bad-count, bad-end-name, final;
;;> with ! and a procedure: set it
(define (%hook runner event) (cdr (assq event (%hooks runner))))
(define (%hook! runner event procedure)
  (if (not (procedure? procedure))
      (error "test-runner-on-…!: wanted a procedure, got" procedure))
  (set-cdr! (assq event (%hooks runner)) procedure))

(define (test-runner-on-test-begin r) (%hook r 'test-begin))
(define (test-runner-on-test-begin! r f) (%hook! r 'test-begin f))
(define (test-runner-on-test-end r) (%hook r 'test-end))
(define (test-runner-on-test-end! r f) (%hook! r 'test-end f))
(define (test-runner-on-group-begin r) (%hook r 'group-begin))
(define (test-runner-on-group-begin! r f) (%hook! r 'group-begin f))
(define (test-runner-on-group-end r) (%hook r 'group-end))
(define (test-runner-on-group-end! r f) (%hook! r 'group-end f))
(define (test-runner-on-bad-count r) (%hook r 'bad-count))
(define (test-runner-on-bad-count! r f) (%hook! r 'bad-count f))
(define (test-runner-on-bad-end-name r) (%hook r 'bad-end-name))
(define (test-runner-on-bad-end-name! r f) (%hook! r 'bad-end-name f))
(define (test-runner-on-final r) (%hook r 'final))
(define (test-runner-on-final! r f) (%hook! r 'final f))

;;> (test-runner-current) -> the runner in use, #f if none;
;;> (test-runner-current runner) makes it the one
;;> (test-runner-current) => #f
(define (test-runner-current . runner)
  (if (pair? runner)
      (%set-world-setting! 'srfi-64-runner (car runner))
      (%world-setting 'srfi-64-runner)))

;;> (test-runner-get) -> the runner in use; an error if there is none
(define (test-runner-get)
  (or (test-runner-current)
      (error "test-runner-get: no tests are running: test-begin is missing")))

;;> (test-runner-factory) -> what makes the runner of the first test-begin;
;;> (test-runner-factory thunk) sets it
;;> (eq? (test-runner-factory) test-runner-simple) => #t
(define (test-runner-factory . factory)
  (if (pair? factory)
      (%set-world-setting! 'srfi-64-factory (car factory))
      (or (%world-setting 'srfi-64-factory) test-runner-simple)))

;;> (test-runner-create) -> a new runner, made by the factory
;;> (test-runner? (test-runner-create)) => #t
(define (test-runner-create) ((test-runner-factory)))

;;> (test-result-ref runner name [default]) -> a property of the last test
;;> (let ((r (test-runner-null))) (test-result-set! r 'a 1) (list
;;>   (test-result-ref r 'a) (test-result-ref r 'b) (test-result-ref r 'b 2)))
;;>   => (1 #f 2)
(define (test-result-ref runner name . default)
  (let ((entry (assq name (test-result-alist runner))))
    (cond (entry (cdr entry))
          ((pair? default) (car default))
          (else #f))))

;;> (test-result-set! runner name value) sets a property,
;;> (test-result-remove runner name) removes it,
;;> (test-result-clear runner) removes all; (test-result-alist runner) has all
;;> (let ((r (test-runner-null))) (test-result-set! r 'a 1)
;;>   (test-result-set! r 'b 2) (test-result-remove r 'a)
;;>   (test-result-alist r)) => ((b . 2))
(define (test-result-set! runner name value)
  (let ((entry (assq name (test-result-alist runner))))
    (if entry
        (set-cdr! entry value)
        (%result! runner (cons (cons name value)
                               (test-result-alist runner))))))

(define (test-result-remove runner name)
  (let loop ((old (test-result-alist runner)) (kept '()))
    (cond ((null? old) (%result! runner (reverse kept)))
          ((eq? (caar old) name) (loop (cdr old) kept))
          (else (loop (cdr old) (cons (car old) kept))))))

(define (test-result-clear runner) (%result! runner '()))
(define (test-result-alist! runner alist) (%result! runner alist))

;;> (test-runner-test-name runner) -> the name of the current test, "" if none
;;> (test-runner-test-name (test-runner-null)) => ""
(define (test-runner-test-name runner)
  (test-result-ref runner 'test-name ""))

;;> (test-result-kind [runner]) -> pass, fail, xpass, xfail or skip for the
;;> last test; before it ran: xfail, skip or #f
(define (test-result-kind . runner)
  (test-result-ref (if (pair? runner) (car runner) (test-runner-get))
                   'result-kind))

;;> (test-passed? [runner]) -> whether the last test passed
(define (test-passed? . runner)
  (and (memq (apply test-result-kind runner) '(pass xpass)) #t))

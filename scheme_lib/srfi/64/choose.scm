;;; Specifiers: which tests are skipped, expected to fail, or run at all. A
;;; specifier is a predicate on the runner; a string stands for a name, an
;;; integer for the next so many tests.

;;> (test-match-name name) -> matches tests of that name
;;> (let ((r (test-runner-null))) (test-result-set! r 'test-name "a")
;;>   ((test-match-name "a") r)) => #t
(define (test-match-name name)
  (lambda (runner) (equal? name (test-runner-test-name runner))))

;;> (test-match-nth n [count]) -> matches the nth test that it is asked about
;;> (from 1), and count - 1 after it
;;> (let ((f (test-match-nth 2))) (list (f #f) (f #f) (f #f))) => (#f #t #f)
(define (test-match-nth n . count)
  (let ((end (+ n (if (pair? count) (car count) 1)))
        (asked 0))
    (lambda (runner)
      (set! asked (+ asked 1))
      (and (<= n asked) (< asked end)))))

;;> (test-match-all specifier ...) -> matches what all of them match; each is
;;> asked every time
;;> ((test-match-all (lambda (r) #t) (lambda (r) #f)) #f) => #f
(define (test-match-all . specifiers)
  (let ((specifiers (map %specifier specifiers)))
    (lambda (runner)
      (let loop ((rest specifiers) (all #t))
        (if (null? rest)
            all
            (loop (cdr rest) (and ((car rest) runner) all)))))))

;;> (test-match-any specifier ...) -> matches what one of them matches
;;> ((test-match-any (lambda (r) #t) (lambda (r) #f)) #f) => #t
(define (test-match-any . specifiers)
  (let ((specifiers (map %specifier specifiers)))
    (lambda (runner) (%any-matches? specifiers runner))))

(define (%any-matches? specifiers runner)
  (let loop ((rest specifiers) (any #f))
    (if (null? rest)
        any
        (loop (cdr rest) (if ((car rest) runner) #t any)))))

(define (%specifier x)
  (cond ((procedure? x) x)
        ((string? x) (test-match-name x))
        ((exact-integer? x) (test-match-nth 1 x))
        (else
         (error "test specifier: wanted a procedure, string or integer, got"
                x))))

;;> (test-skip specifier ...) skips what all of them match, to the end of the
;;> group
(define (test-skip . specifiers)
  (let ((runner (test-runner-get)))
    (%skips! runner (cons (apply test-match-all specifiers)
                          (%skips runner)))))

;;> (test-expect-fail specifier ...) expects what all of them match to fail,
;;> to the end of the group
(define (test-expect-fail . specifiers)
  (let ((runner (test-runner-get)))
    (%fails! runner (cons (apply test-match-all specifiers)
                          (%fails runner)))))

;; Whether the test or group that begins is to be run; notes skip or xfail.
(define (%chosen? runner)
  (let* ((run (%run runner))
         (wanted (or (eq? run #t) (%any-matches? run runner)))
         (skipped (%any-matches? (%skips runner) runner))
         (failing (%any-matches? (%fails runner) runner)))
    (cond ((or skipped (not wanted))
           (test-result-set! runner 'result-kind 'skip)
           #f)
          (failing
           (test-result-set! runner 'result-kind 'xfail)
           #t)
          (else #t))))

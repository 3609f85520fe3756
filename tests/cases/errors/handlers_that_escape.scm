;;; A handler that ends in calls of a continuation around it is a guard, and still runs where
;;; something was raised.
(define p (make-parameter 1))
(define trace '())
(define (note x) (set! trace (cons x trace)))
(define (traced thunk) (set! trace '()) (let ((x (thunk))) (list x (reverse trace))))
(define (id x) x)
(define (try thunk)
  (call/cc (lambda (k)
    (with-exception-handler
      (lambda (e) (note (list 'handler (p))) (k (list 'caught (if (error-object? e) 'error e))))
      (lambda () (thunk))))))
(try (lambda () 5)) ; => 5
(try (lambda () (id (raise 'x)))) ; => (caught x)
(try (lambda () (car (id 5)))) ; => (caught error)
(try (lambda () (+ 1 (raise-continuable 'y)))) ; => (caught y)

;;; it runs before the thunks on the way out, and sees the parameters where something was raised
(define (tried thunk) (traced (lambda () (try thunk))))
(tried (lambda () (dynamic-wind (lambda () (note 'in)) (lambda () (id (raise 1)))
                                (lambda () (note 'out))))) ; => ((caught 1) (in (handler 1) out))
(define-syntax with-2 (syntax-rules () ((_ x) (tried (lambda () (parameterize ((p 2)) x))))))
(with-2 (id (raise 1))) ; => ((caught 1) ((handler 2)))
(with-2 (car (id 1))) ; => ((caught error) ((handler 2)))
(with-2 (+ 1 (raise-continuable 1))) ; => ((caught 1) ((handler 2)))
(with-2 (guard (e ((string? e) e)) (id (raise 1)))) ; => ((caught 1) ((handler 2)))

;;; what it raises itself is for the handlers outside
(define (passing-on thunk)
  (call/cc (lambda (k)
    (with-exception-handler
      (lambda (e) (if (number? e) (k (* 2 e)) (raise (list 'again e))))
      thunk))))
(define (passing-on-in-line i)
  (call/cc (lambda (k)
    (with-exception-handler
      (lambda (e) (if (number? e) (k (* 2 e)) (raise (list 'again e))))
      (lambda () (id (raise i)))))))
(list (passing-on-in-line 4) (guard (e (#t e)) (passing-on-in-line 'x))) ; => (8 (again x))
(passing-on (lambda () (raise 4))) ; => 8
(guard (e (#t e)) (passing-on (lambda () (raise 'x)))) ; => (again x)
(passing-on-in-line 'x) ; error: raise: (again x)

;;; one that returns sometimes is what it always was
(define (mends i)
  (call/cc (lambda (k)
    (with-exception-handler
      (lambda (e) (if (number? e) (k (list 'left e)) 10))
      (lambda () (+ 1 (raise-continuable i)))))))
(list (mends 3) (mends 'x)) ; => ((left 3) 11)

;;; the continuation may be called from the thunk, and kept
(define (leaves i)
  (call/cc (lambda (k)
    (with-exception-handler
      (lambda (e) (k (list 'caught e)))
      (lambda () (if (even? i) (k 'left)) (id (if (= i 1) (raise i) i)))))))
(map leaves '(0 1 3)) ; => (left (caught 1) 3)
(define kept #f)
(define (again)
  (let* ((n 0)
         (x (call/cc (lambda (k)
              (with-exception-handler
                (lambda (e) (k (list 'caught e)))
                (lambda ()
                  (let ((i (call/cc (lambda (c) (set! kept c) 0))))
                    (if (odd? i) (raise i) (list 'value i)))))))))
    (note x)
    (set! n (+ n 1))
    (if (< n 4) (kept n) n)))
(traced again) ; => (4 ((value 0) (caught 1) (value 2) (caught 3)))
(passing-on 5) ; error: type: with-exception-handler: argument 2: wanted a procedure, got 5
(passing-on (lambda (x) x)) ; error: raise: (again

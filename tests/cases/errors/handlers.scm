;;; R7RS 6.11: with-exception-handler, raise-continuable.
(call/cc (lambda (k) (with-exception-handler (lambda (e) (k (list 'caught e))) (lambda () (+ 1 (raise 'an-error)))))) ; => (caught an-error)
(with-exception-handler (lambda (con) 42) (lambda () (+ (raise-continuable 'should-be-a-number) 23))) ; => 65
(with-exception-handler (lambda (e) 10) (lambda () (+ 1 (raise-continuable 'c)))) ; => 11
(with-exception-handler (lambda (e) 'returned) (lambda () (raise 'x))) ; error: error:
(call/cc (lambda (k) (with-exception-handler (lambda (outer) (k (list 'outer outer))) (lambda () (with-exception-handler (lambda (inner) (raise (list 'again inner))) (lambda () (raise 'first))))))) ; => (outer (again first))
(with-exception-handler (lambda (e) 5) (lambda () (with-exception-handler (lambda (e) (+ 1 (raise-continuable e))) (lambda () (* 2 (raise-continuable 'x)))))) ; => 12
(call/cc (lambda (k) (with-exception-handler (lambda (e) (k (error-object-message e))) (lambda () (error "mine" 1))))) ; => "mine"
(call/cc (lambda (k) (with-exception-handler (lambda (e) (k 'from-primitive)) (lambda () (car 5))))) ; => from-primitive
(with-exception-handler 5 (lambda () 1)) ; error: type:
(define (within guards thunk) ; guards in guards, of which none has a clause that matches
  (if (= guards 0) (+ 1 (thunk)) (guard (e ((eq? e 'nobody) e)) (+ 1 (within (- guards 1) thunk)))))
(with-exception-handler (lambda (e) 4) (lambda () (within 2 (lambda () (car 1))))) ; error: error: a handler returned
(with-exception-handler (lambda (e) 4) (lambda () (within 9 (lambda () (car 1))))) ; error: error: a handler returned
(with-exception-handler (lambda (e) 4) (lambda () (within 9 (lambda () (raise 'x))))) ; error: error: a handler returned
(with-exception-handler (lambda (e) 4) (lambda () (within 9 (lambda () (raise-continuable 'x))))) ; => 14
(guard (e (#t (error-object-message e)))
  (with-exception-handler (lambda (e) 4) (lambda () (within 9 (lambda () (car 1)))))) ; => "raise: a handler returned from a non-continuable raise"
;;; an error in an after thunk on the way to a guard, while the handler inside of that is current
(define (fails-twice handler)
  (with-exception-handler handler
    (lambda () (dynamic-wind (lambda () 0) (lambda () (car 1)) (lambda () (cdr 2))))))
(guard (e (#t 'caught)) (fails-twice (lambda (e) 1))) ; => caught
(guard (e ((number? e) (list 'caught e))) (fails-twice (lambda (e) (raise 5)))) ; => (caught 5)

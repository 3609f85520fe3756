;;; R7RS 6.10: dynamic-wind.
(let ((path '()) (c #f))
  (let ((add (lambda (s) (set! path (cons s path)))))
    (dynamic-wind (lambda () (add 'connect)) (lambda () (add (call/cc (lambda (c0) (set! c c0) 'talk1)))) (lambda () (add 'disconnect)))
    (if (< (length path) 4) (c 'talk2) (reverse path)))) ; => (connect talk1 disconnect connect talk2 disconnect)
(define log '())
(define (note x) (set! log (cons x log)))
(define (flush) (let ((l (reverse log))) (set! log '()) l))
(dynamic-wind (lambda () (note 'in)) (lambda () 'value) (lambda () (note 'out))) ; => value
(flush) ; => (in out)
(call/cc (lambda (k) (dynamic-wind (lambda () (note 'in)) (lambda () (k 'escaped)) (lambda () (note 'out))))) ; => escaped
(flush) ; => (in out)
(call/cc (lambda (k) (dynamic-wind (lambda () (note 'in1)) (lambda () (dynamic-wind (lambda () (note 'in2)) (lambda () (k 1)) (lambda () (note 'out2)))) (lambda () (note 'out1))))) ; => 1
(flush) ; => (in1 in2 out2 out1)
(guard (e (#t (note 'handled) e)) (dynamic-wind (lambda () (note 'in)) (lambda () (raise 'oops)) (lambda () (note 'out)))) ; => oops
(flush) ; => (in out handled)
(call-with-values (lambda () (dynamic-wind (lambda () #f) (lambda () (values 1 2)) (lambda () #f))) list) ; => (1 2)
(dynamic-wind 1 2 3) ; error: type:
(dynamic-wind (lambda () 1) (lambda () (vector-ref #() 0)) 0) ; error: range:
(dynamic-wind (lambda () 1) (lambda () (raise 'first)) (lambda () (car 5))) ; error: raise: raised: first
(dynamic-wind (lambda () 1) (lambda () 'fine) 0) ; error: type: wanted a procedure
;;; An error that nobody handles ends the program, which R7RS leaves open: where an after thunk escapes the program goes on
;;; there, and its error is told at its end.
(note (call/cc (lambda (k) (dynamic-wind (lambda () #f) (lambda () (raise 'first)) (lambda () (k 'escaped)))))) ; error: raise: raised: first
(flush) ; => (escaped)
(let ((n 0)) (dynamic-wind (lambda () #f) (lambda () (raise 'first)) (lambda () (call/cc (lambda (k) (k 1))) (note 'after)))) ; error: raise: raised: first
(flush) ; => (after)

;;; The body of parameterize stands in line: jumps, raises, errors and continuations leave and enter its environment.
(define p (make-parameter 1))
(define log '())
(define (note x) (set! log (cons x log)))
(define q (make-parameter 10 (lambda (x) (note (list 'convert x (p))) (if (number? x) (+ x 1) (raise 'no-number)))))
(define (logged x) (let ((all (reverse log))) (set! log '()) (list x all)))
(logged (q)) ; => (11 ((convert 10 1)))

(define (first-big l)
  (let ((x (call/cc (lambda (return)
             (parameterize ((p 2))
               (for-each (lambda (x) (if (> x (p)) (return (list x (p))))) l)
               (p))))))
    (list x (p))))
(first-big '(1 2 3)) ; => ((3 2) 1)
(first-big '(1 2)) ; => (2 1)
(define (inside-each-other)
  (list
   (call/cc (lambda (return)
     (parameterize ((p 2))
       (dynamic-wind
        (lambda () (note (p)))
        (lambda () (parameterize ((p 3)) (if (= (p) 3) (return 'away)) 'stayed))
        (lambda () (note (p)))))))
   (p)))
(logged (inside-each-other)) ; => ((away 1) (2 2))

(guard (e (#t (list e (p)))) (parameterize ((p 2)) (raise (p)))) ; => (2 1)
(guard (e ((symbol? e) 'no) (else (p))) (parameterize ((p 2)) (car (p)))) ; => 1
(define (light) (guard (e (#t (p))) (parameterize ((p 2)) (vector-ref (vector) 0))))
(list (light) (p)) ; => (1 1)
(guard (e (#t (list e (p)))) (guard (e ((number? e) e)) (parameterize ((p 2)) (raise 'x)))) ; => (x 1)
(with-exception-handler
 (lambda (x) (* x (p)))
 (lambda () (parameterize ((p 5)) (+ 1 (raise-continuable 7))))) ; => 36
(parameterize ((5 1)) 2) ; error: type: parameterize
(p) ; => 1

;;; converters run before anything is bound
(logged (parameterize ((p 2) (q 5)) (list (p) (q)))) ; => ((2 6) ((convert 5 1)))
(logged (parameterize ((q 5)) (parameterize ((p 3)) (list (p) (q))))) ; => ((3 6) ((convert 5 1)))
(logged (guard (e (#t (list e (p) (q)))) (parameterize ((p 2) (q 'x)) 1))) ; => ((no-number 1 11) ((convert x 1)))
(define k #f)
(define turns 0)
(define r (make-parameter 0 (lambda (x) (call/cc (lambda (c) (set! k c) x)))))
(begin
  (note (parameterize ((r 1)) (r)))
  (set! turns (+ turns 1))
  (if (< turns 3) (k (* turns 10)))
  (logged (r))) ; => (0 (1 10 20))

;;; a body that is entered again
(define again #f)
(define (entered-again)
  (let ((x (parameterize ((p 2)) (call/cc (lambda (c) (set! again c))) (p))))
    (list x (p))))
(set! turns 0)
(begin
  (note (entered-again))
  (set! turns (+ turns 1))
  (if (< turns 3) (parameterize ((p 'elsewhere)) (again #f)))
  (logged (p))) ; => (1 ((2 1) (2 1) (2 1)))
(define (assigned) (parameterize ((p 2)) (p 4) (let ((inside (p))) (call/cc (lambda (c) (set! again c))) (list inside (p)))))
(list (assigned) (p)) ; => ((4 4) 1)

;;; deeper than Python's stack
(define (down n) (if (= n 0) (p) (parameterize ((p n)) (+ 1 (down (- n 1))))))
(down 3000) ; => 3001
(define (around n) (if (= n 0) (p) (dynamic-wind (lambda () #f) (lambda () (+ 1 (around (- n 1)))) (lambda () #f))))
(around 3000) ; => 3001
(call-with-values (lambda () (parameterize ((p 2)) (values 1 (p)))) list) ; => (1 2)

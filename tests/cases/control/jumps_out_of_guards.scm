;;; A continuation that is only called jumps, also out of the body of a guard, whose environment is left on the way.
(define p (make-parameter 1))
(define (id x) x)
(define (first-number l)
  (list (call/cc (lambda (return)
    (guard (e ((symbol? e) (list 'caught e)))
      (for-each (lambda (x) (if (number? x) (return (id x))) (if (symbol? x) (raise (id x)))) l)
      'none)))))
(first-number '("a" 1 b)) ; => (1)
(first-number '("a" b 1)) ; => ((caught b))
(first-number '("a")) ; => (none)
(first-number '("a" . 1)) ; error: error: for-each

;;; in tail position, and from a guard whose body calls primitives only
(define (in-tail-position l)
  (call/cc (lambda (return)
    (guard (e (#t (list 'caught (error-object? e))))
      (for-each (lambda (x) (if (null? x) (return 'empty)) (car x)) l)
      'none))))
(list (in-tail-position '((1) ())) (in-tail-position '((1) 2)) (in-tail-position '())) ; => (empty (caught #t) none)

;;; what is raised afterwards goes to the guard outside
(define (after-the-jump l)
  (guard (e (#t (list 'outer e)))
    (let ((x (call/cc (lambda (return)
               (guard (e (#t (list 'inner e)))
                 (for-each (lambda (x) (return (id x))) l)
                 (raise (id 'none)))))))
      (if (number? x) (raise (+ x 1)) x))))
(after-the-jump '(1)) ; => (outer 2)
(after-the-jump '()) ; => (inner none)
(after-the-jump '(x)) ; => x

;;; the value is found inside
(define (fails-on-its-way l)
  (call/cc (lambda (return)
    (guard (e (#t 'caught))
      (return (vector-ref (id l) 0))))))
(list (fails-on-its-way (vector 1)) (fails-on-its-way 5)) ; => (1 caught)
(define (handled-inside x)
  (with-exception-handler
   (lambda (c) (* c 10))
   (lambda ()
     (call/cc (lambda (return)
       (guard (e ((string? e) e))
         (return (+ 1 (raise-continuable (id x))))))))))
(list (handled-inside 4) (handled-inside "s")) ; => (41 "s")

;;; guards, parameters and winds inside each other
(define log '())
(define (note x) (set! log (cons x log)))
(define (through-all x)
  (set! log '())
  (let ((found
         (call/cc (lambda (return)
           (guard (e (#t (list 'outer e (p))))
             (parameterize ((p 2))
               (dynamic-wind
                (lambda () (note (list 'in (p))))
                (lambda ()
                  (parameterize ((p 3))
                    (guard (e ((symbol? e) (return (list 'inner e (p)))))
                      (if (number? x) (return (list x (p))))
                      (raise (id x)))))
                (lambda () (note (list 'out (p)))))))))))
    (list found (p) (reverse log))))
(through-all 5) ; => ((5 3) 1 ((in 2) (out 2)))
(through-all 'a) ; => ((inner a 3) 1 ((in 2) (out 2)))
(through-all "s") ; => ((outer "s" 1) 1 ((in 2) (out 2)))

;;; a body that is entered again jumps too
(define k #f)
(define turns 0)
(define (entered-again)
  (call/cc (lambda (return)
    (guard (e (#t (list 'caught e)))
      (let ((x (call/cc (lambda (c) (set! k c) 0))))
        (if (even? x) (return (list 'jumped x)))
        (raise x))))))
(begin
  (note (entered-again))
  (set! turns (+ turns 1))
  (if (< turns 4) (k turns))
  (list-tail (reverse log) 2)) ; => ((jumped 0) (caught 1) (jumped 2) (caught 3))
(guard (e (#t (list 'nobody e))) (raise 1)) ; => (nobody 1)
(define (deep n)
  (if (= n 0)
      0
      (+ 1 (call/cc (lambda (return)
             (guard (e ((symbol? e) e)) (let ((x (deep (- n 1)))) (if (odd? n) (return x)) x)))))))
(deep 5000) ; => 5000
(define (many n)
  (let loop ((i 0) (sum 0))
    (if (= i n)
        sum
        (loop (+ i 1)
              (+ sum (call/cc (lambda (return)
                       (guard (e (#t e)) (if (even? i) (return (id i))) (raise (id 1))))))))))
(many 10) ; => 25

;;; dynamic-wind of lambda expressions stands in line; so does a procedure that only hands its thunk on to it.
(define log '())
(define (note x) (set! log (cons x log)))
(define (logged x) (let ((all (reverse log))) (set! log '()) (list x all)))
(define (with-lock thunk)
  (dynamic-wind (lambda () (note 'in)) thunk (lambda () (note 'out))))

;;; escapes are jumps that run the after thunks on their way
(define (first-big l)
  (call/cc (lambda (return)
    (with-lock (lambda () (for-each (lambda (x) (if (> x 2) (return (begin (note x) x)))) l) 'none)))))
(logged (first-big '(1 2 3 4))) ; => (3 (in 3 out))
(logged (first-big '(1 2))) ; => (none (in out))
(define (through-two l)
  (+ 1 (call/cc (lambda (return)
         (dynamic-wind
          (lambda () (note 'a))
          (lambda ()
            (with-lock (lambda () (for-each (lambda (x) (if (> x 2) (return (* x 10)))) l)))
            5)
          (lambda () (note 'b)))))))
(logged (through-two '(1 2 3 4))) ; => (31 (a in out b))
(logged (through-two '(1 2))) ; => (6 (a in out b))
(define (to-the-inner-one l)
  (with-lock
   (lambda ()
     (list (call/cc (lambda (return)
       (dynamic-wind
        (lambda () (note 'a))
        (lambda () (if (pair? l) (return (car l)) 'empty))
        (lambda () (note 'b)))))))))
(logged (to-the-inner-one '(1))) ; => ((1) (in a b out))
(logged (to-the-inner-one '())) ; => ((empty) (in a b out))
(define (in-a-loop n)
  (let loop ((i 0) (sum 0))
    (if (= i n)
        sum
        (loop (+ i 1)
              (+ sum (call/cc (lambda (k) (with-lock (lambda () (if (even? i) (k i) 100))))))))))
(logged (in-a-loop 4)) ; => (202 (in out in out in out in out))

;;; what the value is, is settled before the after thunk changes it
(define state 'before)
(define (settled-first)
  (call/cc (lambda (return)
    (dynamic-wind
     (lambda () (set! state 'inside))
     (lambda () (return state))
     (lambda () (set! state 'after))))))
(list (settled-first) state) ; => (inside after)

;;; the body is entered again, more than once
(define again #f)
(define (entered-again)
  (let ((n 0))
    (let ((x (with-lock (lambda () (+ 1 (call/cc (lambda (k) (set! again k) 0)))))))
      (set! n (+ n 1))
      (list x n))))
(logged (entered-again)) ; => ((1 1) (in out))
(define times 0)
(begin
  (note (entered-again))
  (set! times (+ times 1))
  (if (< times 3) (again times))
  (logged times)) ; => (3 (in out (1 1) in out (2 2) in out (3 3)))

;;; a continuation that is kept leaves and enters as well
(define (kept)
  (let ((k #f) (turns 0))
    (with-lock (lambda () (call/cc (lambda (c) (set! k c))) (note 'body)))
    (set! turns (+ turns 1))
    (if (< turns 3) (k #f))
    turns))
(logged (kept)) ; => (3 (in body out in body out in body out))

;;; errors in each of the three
(define (caught thunk) (guard (e ((symbol? e) (list 'caught e)) ((error-object? e) 'error)) (thunk)))
(logged (caught (lambda () (with-lock (lambda () (raise 'x)))))) ; => ((caught x) (in out))
(logged (caught (lambda () (with-lock (lambda () (car 5)))))) ; => (error (in out))
(logged (caught (lambda ()
  (dynamic-wind (lambda () (raise 'x)) (lambda () (note 1)) (lambda () (note 2)))))) ; => ((caught x) ())
(logged (caught (lambda ()
  (dynamic-wind (lambda () (note 1)) (lambda () (note 2)) (lambda () (raise 'x)))))) ; => ((caught x) (1 2))
(define (after-fails l)
  (caught (lambda ()
    (call/cc (lambda (return)
      (dynamic-wind
       (lambda () (note 'a))
       (lambda () (for-each (lambda (x) (return x)) l))
       (lambda () (note 'b) (vector-ref (vector) 1))))))))
(logged (after-fails '(1))) ; => (error (a b))
(logged (guard (e (#t (list e (reverse log)))) (with-lock (lambda () (raise 'x))))) ; => ((x (in out)) (in out))
(with-lock (lambda () (vector-ref (vector 1) 1))) ; error: range: vector-ref
(logged 'after) ; => (after (in out))
(define (no-light-guard)
  (guard (e (#t (list 'caught state)))
    (dynamic-wind (lambda () (set! state 1)) (lambda () (car state)) (lambda () (set! state 2)))))
(no-light-guard) ; => (caught 2)

;;; the after thunk gives a value to another continuation
(define (turned-away)
  (call/cc (lambda (out)
    (call/cc (lambda (return)
      (dynamic-wind (lambda () #f) (lambda () (return 1)) (lambda () (out 'away))))))))
(turned-away) ; => away

;;; variables that the thunks assign
(define (counted n)
  (let ((depth 0) (most 0))
    (let loop ((i 0))
      (if (< i n)
          (begin
            (dynamic-wind
             (lambda () (set! depth (+ depth 1)))
             (lambda () (if (> depth most) (set! most depth)))
             (lambda () (set! depth (- depth 1))))
            (loop (+ i 1)))))
    (list depth most)))
(counted 3) ; => (0 1)

;;; several values go through
(call-with-values (lambda () (with-lock (lambda () (values 1 2)))) list) ; => (1 2)

;;; a thunk that is no lambda expression
(define (one) 1)
(set! log '())
(logged (with-lock one)) ; => (1 (in out))
(logged (with-lock (if (pair? log) one (lambda () 2)))) ; => (2 (in out))

;;; redefined: what was in line is not any more
(define (with-lock thunk) (list 'unlocked (thunk)))
(logged (first-big '(1 2 3 4))) ; => (3 (3))
(logged (to-the-inner-one '())) ; => ((unlocked (empty)) (a b))

;;; procedures that use no variable of those around them are made once, and mean what a redefinition says
(define (twice x) (* 2 x))
(define (maker n) (if (> n 0) (list (lambda (x) (twice x)) n) #f))
(define made (car (maker 1)))
(made 4) ; => 8
(define (twice x) (list x x))
(made 4) ; => (4 4)
((car (maker 1)) 5) ; => (5 5)

;;; R7RS 4.2.7, 6.11.
(guard (e ((symbol? e) (list 'sym e)) ((string? e) 'str)) (raise 'boom)) ; => (sym boom)
(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'a 42)))) ; => 42
(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'b 23)))) ; => (b . 23)
(guard (e (else 'other)) (raise 1)) ; => other
(guard (e (#f 'never)) 'fine) ; => fine
(guard (e ((string? e) 'inner)) (raise 'not-a-string)) ; error: raise: raised: not-a-string
(guard (outer (#t (list 'outer outer))) (guard (e ((string? e) 'inner)) (raise 'x))) ; => (outer x)
(guard (e (#t (error-object-message e))) (error "went wrong" 1 2)) ; => "went wrong"
(guard (e (#t (error-object-irritants e))) (error "went wrong" 1 "two" 'three)) ; => (1 "two" three)
(guard (e ((error-object? e) 'object)) (car 5)) ; => object
(guard (e (#t (error-object? e))) (raise 5)) ; => #f
(guard (e (#t (string? (error-object-message e)))) (vector-ref #(1) 5)) ; => #t
(guard (e ((string? (error-object-message e)) 'unbound)) an-unbound-name) ; => unbound
(guard (e (#t 'arity)) ((lambda (x) x))) ; => arity
(guard (e (#t (list (read-error? e) (file-error? e)))) (error "x")) ; => (#f #f)
(error "message:" 'a "b" 3) ; error: error: message: a "b" 3
(raise 42) ; error: raise: raised: 42
(raise (list 1 "x")) ; error: raise: raised: (1 "x")
(call-with-values (lambda () (guard (e (#t (values 1 2))) (raise 0))) list) ; => (1 2)
(let ((x 0)) (guard (e (#t (set! x (+ x 1)))) (raise 1)) x) ; => 1
(guard (e (#t 'from-guard)) (with-exception-handler (lambda (e) 'ignored) (lambda () (raise 'not-continuable)))) ; => from-guard
(define (loop n) (guard (e (#t (if (= n 0) 'done (loop (- n 1))))) (raise n)))
(loop 500) ; => done

;; What raises is a procedure of the program; how deep it stands does not show.
(define (digit c) (if (char-numeric? c) (- (char->integer c) 48) (raise (list 'no-digit c))))
(define (number-of s) (let loop ((i 0) (n 0)) (if (= i (string-length s)) n (loop (+ i 1) (+ (* 10 n) (digit (string-ref s i)))))))
(define (number-or s default) (guard (e ((and (pair? e) (eq? (car e) 'no-digit)) default)) (number-of s)))
(list (number-or "12" 0) (number-or "1x" 'none)) ; => (12 none)
(define (unknown s) (guard (e ((string? e) e)) (number-of s)))
(unknown "5") ; => 5
(unknown "5a") ; error: raise: raised: (no-digit #\a)
(guard (e (#t (list 'outer e))) (unknown "5a")) ; => (outer (no-digit #\a))
(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k (list 'handler e))) (lambda () (unknown "z"))))) ; => (handler (no-digit #\z))
(define (both a b) (guard (e ((symbol? e) (list 'caught e))) (let ((x (positive a))) (+ x (positive b)))))
(define (positive x) (cond ((> x 0) x) ((= x 0) (raise 'zero)) (else (error "negative" x))))
(list (both 1 2) (both 0 1) (both 1 0)) ; => (3 (caught zero) (caught zero))
(both -1 1) ; error: error: negative -1

;; Nobody looks at the error: it is caught all the same.
(define (first-or-none x) (guard (e (#t 'none)) (car x)))
(list (first-or-none '(1)) (first-or-none 5) (guard (e (else 'bad)) (vector-ref #(1) (string-length "abc")))) ; => (1 none bad)
(list (guard (e (#t 'unbound)) nobody-knows-it) (guard (e (else 'zero)) (quotient 1 0)) (guard (e (#t 'raised)) (raise 1))) ; => (unbound zero raised)
(guard (e (#t (let ((e 5)) e))) (car 1)) ; => 5
(guard (e (#t (let ((f (lambda () (error-object? e)))) (f)))) (car 1)) ; => #t
(define (deep-guard n) (guard (e (#t 'none)) (if (= n 0) (car 1) (car (vector->list (vector n))))))
(list (deep-guard 0) (deep-guard 3)) ; => (none 3)

;; A raise on its way through dynamic-wind: when no clause matches it goes on inside again, and leaves once more.
(define steps '())
(define (step! x) (set! steps (cons x steps)))
(define (steps-of x) (let ((all (reverse steps))) (set! steps '()) (cons x all)))
(define (through-wind before body)
  (dynamic-wind (lambda () (step! 'in) (before)) body (lambda () (step! 'out))))
(define (partial before object)
  (guard (e ((eq? e 'mine) (step! 'caught) 'mine)) (through-wind before (lambda () (raise object)))))
(define (nothing) #f)
(steps-of (partial nothing 'mine)) ; => (mine in out caught)
(steps-of (guard (e (#t (list 'outer e))) (partial nothing 'other))) ; => ((outer other) in out in out)
(steps-of (guard (e ((string? e) e) ((symbol? e) (list 'outer e))) (partial nothing 'other))) ; => ((outer other) in out in out)
(define asked #f)
(define depth (make-parameter 0))
(steps-of
 (call/cc (lambda (k)
   (with-exception-handler (lambda (e) (set! asked (depth)) (k (list 'handler e)))
     (lambda ()
       (guard (e ((string? e) e)) (parameterize ((depth 7)) (partial nothing 'other)))))))) ; => ((handler other) in out in out in out)
asked ; => 7

;; What a before thunk raises when it is run again is for that guard once more.
(define fresh #t)
(define (second-time) (if fresh (set! fresh #f) (raise 'mine)))
(steps-of (begin (set! fresh #t) (partial second-time 'other))) ; => (mine in out in caught)
(steps-of (list (begin (set! fresh #t) (partial second-time 'other)) (partial nothing 'mine))) ; => ((mine mine) in out in caught in out caught)
(define (again-later)
  (guard (e ((eq? e 'mine) 'mine))
    (guard (e ((eq? e 'deeper) 'deeper)) (through-wind second-time (lambda () (raise 'other))))))
(steps-of (begin (set! fresh #t) (again-later))) ; => (mine in out in)

;; raise-continuable comes back through dynamic-wind.
(steps-of
 (with-exception-handler (lambda (e) (step! (list 'asked e)) 5)
   (lambda ()
     (guard (e ((string? e) e)) (through-wind nothing (lambda () (+ 1 (raise-continuable 'more)))))))) ; => (6 in out in (asked more) out)
(define (second-fails) (if fresh (set! fresh #f) (car 5)))
(steps-of (begin (set! fresh #t) (guard (e ((error-object? e) 'error)) (through-wind second-fails (lambda () (raise 'other)))))) ; => (error in out in)
(define (in-a-list l) (list (length l) (guard (e ((error-object? e) l)) (through-wind second-fails (lambda () (raise 'other))))))
(steps-of (begin (set! fresh #t) (in-a-list '(1 2)))) ; => ((2 (1 2)) in out in)
(partial nothing 'nobody) ; error: raise: raised: nobody

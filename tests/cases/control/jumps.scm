;;; A continuation that is only called is a jump; a raise in a loop of a guard, too.
(+ 1 (call/cc (lambda (k) (let loop ((i 0)) (if (> i 5) (k i)) (loop (+ i 1)))))) ; => 7
(define (sum-until-big rows)
  (+ 1 (call/cc (lambda (exit) (for-each (lambda (row) (for-each (lambda (x) (if (> x 3) (exit x))) row)) rows) 100))))
(list (sum-until-big '((1 2) (3 4 5))) (sum-until-big '((1)))) ; => (5 101)
(define (nested x) (+ 1 (call/cc (lambda (k) (call/cc (lambda (j) (if x (k 1) (j 2))))))))
(list (nested #t) (nested #f)) ; => (2 3)
(define (count-down n) (call/cc (lambda (k) (if (= n 0) (k 'done)) (count-down (- n 1)))))
(count-down 10000) ; => done
(define trail '())
(define (note! x) (set! trail (cons x trail)))
(call/cc (lambda (k) (dynamic-wind (lambda () (note! 'in)) (lambda () (k 1)) (lambda () (note! 'out))))) ; => 1
(reverse trail) ; => (in out)
(call/cc (lambda (k) (guard (e (#t (k 'caught))) (raise 1)))) ; => caught
(guard (e (#t (list 'got e))) (for-each (lambda (x) (if (> x 2) (raise x))) '(1 2 3 4)) 'none) ; => (got 3)
(guard (e ((string? e) e)) (for-each (lambda (x) (if (> x 9) (raise x))) '(1 2 3 4)) 'none) ; => none
(guard (e ((number? e) 'outer)) (guard (e ((string? e) 'inner)) (raise 5))) ; => outer
;; A handler that returns to a guard without a clause for what was raised: the raise tells it to that handler, too.
(define (told thunk)
  (let ((times 0))
    (guard (e (#t times))
      (with-exception-handler
        (lambda (e) (set! times (+ times 1)))
        (lambda () (guard (e ((string? e) e)) (thunk)))))))
(list (told (lambda () (raise 'x))) (told (lambda () (car 5))) (told (lambda () (error "x")))) ; => (2 2 2)
(define (told-of-one)
  (let ((times 0))
    (guard (e (#t times))
      (with-exception-handler
        (lambda (e) (set! times (+ times 1)))
        (lambda () (guard (e ((string? e) e)) (raise 'x)))))))
(told-of-one) ; => 2
(let ((times 0))
  (guard (e (#t times))
    (with-exception-handler
      (lambda (e) (set! times (+ times 1)))
      (lambda () (guard (e ((string? e) e)) (guard (e ((vector? e) e)) (raise 'x))))))) ; => 3

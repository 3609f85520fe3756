;;; A guard in a procedure that is put in line in another guard: what it hands on is that one's.
(define (fetch i)
  (case (modulo i 4) ((0) (raise 'timeout)) ((1) (raise 'refused)) ((3) (error "odd" i)) (else i)))
(define (retried i) (guard (e ((eq? e 'timeout) (fetch (+ i 2)))) (fetch i)))
(define (tried i)
  (guard (e ((symbol? e) e) ((error-object? e) (error-object-message e)) (else 'other)) (retried i)))
(map tried '(0 1 2 3)) ; => (2 refused 2 "odd")
(guard (e (#t (error-object? e))) (retried 'x)) ; => #t

;;; what its clauses raise is that one's, too
(define (renamed i) (guard (e ((symbol? e) (raise (list e i)))) (fetch i)))
(define (told i) (guard (e ((pair? e) e) (else (error-object-irritants e))) (renamed i)))
(map told '(0 2 3)) ; => ((timeout 0) 2 (3))

;;; without an else a handler outside may answer, which is an error for each guard on the way
(define (seen i)
  (let ((seen '()))
    (guard (e (#t (reverse seen)))
      (with-exception-handler
        (lambda (e) (set! seen (cons (if (error-object? e) 'error e) seen)) 0)
        (lambda () (guard (e ((pair? e) e)) (retried i)))))))
(list (seen 1) (seen 2)) ; => ((refused error error) 2)

;;; of an error only what the clauses ask for is made
(define (words x)
  (guard (e ((error-object? e) (list (error-object-message e) (error-object-irritants e))))
    (if (symbol? x) (error "a symbol" x (list x)) (car x))))
(words 'a) ; => ("a symbol" (a (a)))
(string? (car (words 5))) ; => #t
(define (none x) (guard (e (#t 'none)) (if (symbol? x) (error "a symbol" (car x)) x)))
(list (none 'a) (none 1)) ; => (none 1)
(define (kept x) (guard (e ((error-object? e) e)) (if (symbol? x) (error "a symbol" x) x)))
(error-object-irritants (kept 'a)) ; => (a)
(guard (e ((string? e) e)) (guard (e (#f 1)) (error "on" 1))) ; error: error: on

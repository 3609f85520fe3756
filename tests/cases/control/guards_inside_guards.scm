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
; that a handler returned is told where something was raised, inside of guards that were left, in a call of call/cc too
(define told '())
(define (returning x)
  (with-exception-handler
    (lambda (e) (set! told (cons 'asked told)) 1)
    (lambda () (guard (e (#f 1)) (guard (e ((string? e) 2)) (if x (raise 'x) (car x)))))))
(define (count-asked thunk) (set! told '()) (guard (e (#t (length told))) (thunk)))
(count-asked (lambda () (call/cc returning))) ; => 3
(count-asked (lambda () (call/cc (lambda (k) (returning #f))))) ; => 3
(define left #f)
(count-asked (lambda () (+ 1 (call/cc (lambda (k) (set! left k) (+ 1 (returning k))))))) ; => 3
(define entered 0)
(define (guarded k) (guard (e (#t (set! told (cons 'outer told)) told)) (+ 1 (returning k))))
(begin (set! told '()) (call/cc guarded)) ; => (outer asked asked asked)
(begin (set! told '()) (set! entered (+ entered 1)) (list (call/cc (lambda (k) (set! left k) (guarded k))) entered)) ; => ((outer asked asked asked) 1)
(begin (set! told '()) (let ((n (call/cc (lambda (k) (set! left k) (guarded k) 0)))) (if (< n 3) (left (+ n 1)) (list n told)))) ; => (3 (outer asked asked asked))

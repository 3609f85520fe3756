;;; A guard that asks an error for its type only.
(define (id x) x)
(guard (e ((string? e) 1) ((error-object? e) 2)) (car (id 5))) ; => 2
(guard (e ((string? e) 1) ((error-object? e) 2)) (id (car (id 5)))) ; => 2
(guard (e ((string? e) 1) ((error-object? e) 2)) (id (raise "x"))) ; => 1
(guard (e ((string? e) 1) ((error-object? e) 2)) (id (error "no"))) ; => 2
(guard (e ((string? e) 1) ((symbol? e) 2)) (id (car (id 5)))) ; error: type: car: wanted a pair, got 5
(guard (e ((and (error-object? e) #f) 2)) (id (car (id 5)))) ; error: type: car: wanted a pair, got 5
(guard (e (#t 'other)) (id (vector-ref (vector) (id 5)))) ; => other
(guard (e ((symbol? e) 1) (else 'other)) (vector-ref (vector) (id 5))) ; => other
(guard (e ((error-object? e) (error-object-message e))) (id (error "no"))) ; => "no"
(guard (e ((error-object? e) (string? (error-object-message e)))) (id (car (id 5)))) ; => #t
(define p (make-parameter 1))
(guard (e ((error-object? e) (p))) (parameterize ((p 2)) (id (car (id 5))))) ; => 1
(define out 0)
(list (guard (e (#t 'left)) (dynamic-wind (lambda () 0) (lambda () (car (id 5))) (lambda () (set! out 1))))
      out) ; => (left 1)

;;; Calls with so many operands as no procedure of that name takes: an error where they stand, once they are reached.
(define (unreached x) (if x 'fine (list->vector (reverse))))
(unreached #t) ; => fine
(unreached #f) ; error: arity: reverse
(let ((z (reverse))) (set! z 1) z) ; error: arity: reverse
(let ((i (modulo))) (vector-ref (vector 1 2) i)) ; error: arity: modulo
(define (in-tail-position x) (car x x))
(+ 1 (in-tail-position '(1))) ; error: arity: car
(guard (e (#t 'caught)) (string-append "a" (list->string))) ; => caught
(define (looping i) (if (< i 10) (looping (+ i 1)) (car)))
(guard (e (#t (error-object-message e))) (looping 0)) ; => "car: wanted 1 argument, got 0"

;;; A guard around a dynamic-wind: what is raised inside runs the after thunk on its way, in the environment of the
;;; dynamic-wind call, and whatever that thunk does counts.

(define trace '())
(define (note x) (set! trace (cons x trace)) x)
(define-syntax told
  (syntax-rules ()
    ((_ body) (begin (set! trace '()) (let ((answer body)) (list answer (reverse trace)))))))
(define (wound body after)
  (dynamic-wind (lambda () (note 'in)) body after))
(define (out) (note 'out))

(told (guard (e (else (note 'clause) e)) (wound (lambda () (+ 1 (raise 'no))) out))) ; => (no (in out clause))
(told (guard (e ((symbol? e) (note 'clause) e)) (wound (lambda () (+ 1 (raise 'no))) out))) ; => (no (in out clause))

; no clause matches: back inside, and out again
(told (guard (e ((symbol? e) e))
      (guard (e ((string? e) 1)) (wound (lambda () (raise 'no)) out)))) ; => (no (in out in out))
(told (guard (e ((symbol? e) (note 'outer) e))
      (guard (e ((string? e) 1) (else (note 'else) (raise e))) (wound (lambda () (raise 'no)) out)))) ; => (no (in out else outer))

; errors of primitives, seen by the clauses or not
(told (guard (e (else 'failed)) (wound (lambda () (vector-ref (vector 1) 1)) out))) ; => (failed (in out))
(told (guard (e ((error-object? e) 'failed)) (wound (lambda () (+ 1 (car 5))) out))) ; => (failed (in out))
(told (guard (e (else (error-object? e))) (wound (lambda () (error "no" 1)) out))) ; => (#t (in out))
(told (guard (e ((string? e) e) ((error-object? e) (error-object-irritants e)))
        (wound (lambda () (error "no" 1 2)) out))) ; => ((1 2) (in out))

; what the after thunk raises is what the guard gets
(told (guard (e (else e)) (wound (lambda () (raise 'first)) (lambda () (out) (raise 'second))))) ; => (second (in out))
(told (guard (e (else 'failed)) (wound (lambda () (car 5)) (lambda () (out) (vector-ref (vector) 0))))) ; => (failed (in out))
(told (guard (e ((symbol? e) e)) (wound (lambda () (car 5)) (lambda () (out) (raise 'second))))) ; => (second (in out))

; it leaves
(told (call/cc (lambda (k) (guard (e (else e)) (wound (lambda () (raise 'no)) (lambda () (out) (k 'left))))))) ; => (left (in out))

; it has the parameters and handlers of the dynamic-wind call
(define p (make-parameter 1))
(told (parameterize ((p 2))
      (guard (e (else (note (p)) e))
        (wound (lambda () (parameterize ((p 3)) (raise 'no))) (lambda () (note (p))))))) ; => (no (in 2 2))
(told (guard (e (else e))
      (with-exception-handler
        (lambda (e) (note 'handler) 5)
        (lambda ()
          (wound
            (lambda () (guard (e ((string? e) e)) (wound (lambda () (+ 1 (raise-continuable 'no))) out)))
            out))))) ; => (6 (in in out in handler out out))

; a continuation captured in the after thunk goes on to the clauses again
(define again #f)
(define times 0)
(told (let ((answer
            (guard (e (else (set! times (+ times 1)) (list e times)))
              (wound (lambda () (raise 'no)) (lambda () (call/cc (lambda (k) (set! again k))) (out))))))
      (if (< times 3) (again #f) answer))) ; => ((no 3) (in out out out))

; the stack is full there
(define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))
(told (guard (e (else e)) (wound (lambda () (raise 'no)) (lambda () (note (deep 30000)))))) ; => (no (in 30000))
(told (guard (e (else e)) (wound (lambda () (raise (deep 30000))) out))) ; => (30000 (in out))

; two of them in between
(told (guard (e (else e)) (wound (lambda () (wound (lambda () (raise 'no)) out)) out))) ; => (no (in in out out))

;;; R7RS 4.2.6.
(define p (make-parameter 10))
(p) ; => 10
(parameterize ((p 20)) (p)) ; => 20
(p) ; => 10
(define radix (make-parameter 10 (lambda (x) (if (and (exact-integer? x) (<= 2 x 16)) x (error "invalid radix" x)))))
(define (f n) (number->string n (radix)))
(f 12) ; => "12"
(parameterize ((radix 2)) (f 12)) ; => "1100"
(parameterize ((radix 0)) (f 12)) ; error: error: invalid radix 0
(let ((k (parameterize ((p 1)) (lambda () (p))))) (k)) ; => 10
(parameterize ((p 1) (radix 8)) (list (p) (radix))) ; => (1 8)
(parameterize () 5) ; => 5
(call/cc (lambda (k) (parameterize ((p 99)) (k 'out)))) ; => out
(p) ; => 10
;; called with a value: what it has here is set (SRFI 39)
(begin (radix 16) (radix)) ; => 16
(list (parameterize ((radix 3)) (radix 4) (radix)) (radix)) ; => (4 16)
(guard (e (#t 'refused)) (radix 99)) ; => refused
(radix) ; => 16
(begin (p 'set) (p)) ; => set
(radix 1 2) ; error: arity:

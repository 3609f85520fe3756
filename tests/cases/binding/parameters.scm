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

;;; R7RS 6.1: eqv? eq? equal?.
(eqv? +nan.0 +nan.0) ; => #t
(eqv? 1/2 1/2) ; => #t
(let ((p (lambda (x) x))) (eqv? p p)) ; => #t
(equal? (make-vector 5 'a) (make-vector 5 'a)) ; => #t
(equal? '#1=(a b . #1#) '#2=(a b a b . #2#)) ; => #t
(eqv? #f '()) ; => #f
(equal? #u8(1 2) (bytevector 1 2)) ; => #t
(eq? car car) ; => #t
(let ((x '(a))) (eq? x x)) ; => #t
(equal? "a" #\a) ; => #f
(eqv? 'abc 'ABC) ; => #f
(equal? 2 2 ) ; => #t
(eqv? #\a #\a) ; => #t
(equal? (list 1 (vector 2 "x")) (list 1 (vector 2 "x"))) ; => #t
(equal? (let ((x (list 1))) (vector x x)) (vector (list 1) (list 1))) ; => #t
(let ((v (vector 1))) (vector-set! v 0 v) (let ((w (vector 1))) (vector-set! w 0 w) (equal? v w))) ; => #t
(equal? '(1 . 2) '(1 . 3)) ; => #f
(equal? "a\x301;" "á") ; => #f
(eqv? 1+2i 1+2i) ; => #t
(eqv? 2/3 4/6) ; => #t
(eqv? 1.0 1) ; => #f
(eqv? #t #true) ; => #t
(let ((f (lambda () 1))) (eqv? f f)) ; => #t
(equal? car cdr) ; => #f
(equal? #\x41 #\A) ; => #t
(equal? (string->symbol "a") 'a) ; => #t
(eq? 'a 'a) ; => #t
(let ((s "x")) (eq? s s)) ; => #t
(equal? +nan.0 +nan.0) ; => #t
(equal? '#1=(1 . #1#) '#2=(1 1 . #2#)) ; => #t
(equal? '#1=(1 . #1#) '(1 1 1)) ; => #f
(equal? #(1 2 3) '(1 2 3)) ; => #f

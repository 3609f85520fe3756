;;; R7RS 4.2.5.
(force (delay (+ 1 2))) ; => 3
(let ((p (delay (+ 1 2)))) (list (force p) (force p))) ; => (3 3)
(define integers (letrec ((next (lambda (n) (delay (cons n (next (+ n 1))))))) (next 0)))
(define (head stream) (car (force stream)))
(define (tail stream) (cdr (force stream)))
(head (tail (tail integers))) ; => 2
(define (stream-filter p? s) (delay-force (if (null? (force s)) (delay '()) (let ((h (car (force s))) (t (cdr (force s)))) (if (p? h) (delay (cons h (stream-filter p? t))) (stream-filter p? t))))))
(head (tail (tail (stream-filter odd? integers)))) ; => 5
(define count 0)
(define p (delay (begin (set! count (+ count 1)) (if (> count x) count (force p)))))
(define x 5)
(force p) ; => 6
(begin (set! x 10) (force p)) ; => 6
(promise? (delay 1)) ; => #t
(promise? 1) ; => #f
(force (make-promise 5)) ; => 5
(promise? (make-promise (make-promise 1))) ; => #t
(force 7) ; => 7
(define (loop n) (if (= n 0) (delay 'done) (delay-force (loop (- n 1)))))
(force (loop 20000)) ; => done
(define (three) (letrec ((x (delay-force y)) (y (delay-force z)) (z (delay (begin (set! count (+ count 1)) count)))) (list x y z)))
(begin (set! count 0) (map force (three))) ; => (1 1 1)
(begin (set! count 0) (map force (reverse (three)))) ; => (1 1 1)
(begin (set! count 0) (let ((ps (three))) (list (force (cadr ps)) (force (car ps)) (force (caddr ps))))) ; => (1 1 1)
(define k #f)
(define q (delay (call/cc (lambda (c) (set! k c) 'first))))
(define seen '())
(begin (set! seen (cons (force q) seen)) (if (null? (cdr seen)) (k 'second)) seen) ; => (first first)
(define failing (delay (begin (set! count (+ count 1)) (error "no"))))
(begin (set! count 0) (guard (e (#t count)) (force failing)) (guard (e (#t count)) (force failing))) ; => 2

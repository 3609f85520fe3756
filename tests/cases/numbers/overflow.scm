;;; R7RS 6.2.4: an exact integer beyond the floats beside an inexact number; in line and by procedure alike.
(define big (expt 10 400))
(define (operate a b) (list (+ a b) (- a b) (* a b)))
(list (operate big 1.5) (operate 1.5 big) (operate (- big) -1.5)) ; => ((+inf.0 +inf.0 +inf.0) (+inf.0 -inf.0 +inf.0) (-inf.0 -inf.0 +inf.0))
(map (lambda (operator) (apply operator (list big 1.5))) (list + - * /)) ; => (+inf.0 +inf.0 +inf.0 +inf.0)
(list (< big 1e308) (> big +inf.0) (= big +inf.0) (< (- big) -1e308)) ; => (#f #f #f #t)
(operate (/ big 3) 1.5) ; => (+inf.0 +inf.0 +inf.0)
(list (+ (make-rectangular big 1) 1.5) (- 1.5 (make-rectangular big 1))) ; => (+inf.0+1.0i -inf.0-1.0i)
(define (deep n) (if (= n 0) big (+ 0.5 (deep (- n 1)))))
(list (deep 3) (deep 30000)) ; => (+inf.0 +inf.0)
(let loop ((i 0) (sum 0.)) (if (< i 3) (loop (+ i 1) (+ sum big)) sum)) ; => +inf.0
(let ((n 0)) (let* ((count (lambda () (set! n (+ n 1)) 1.)) (x (+ (count) big))) (set! n (* n 10)) (list x n (- n big .5)))) ; => (+inf.0 10 -inf.0)
(if (> (- big 1.) 0) 'positive 'negative) ; => positive
(guard (e (#t 'not-an-error)) (vector (+ big 1.) 2)) ; => #(+inf.0 2)
(with-exception-handler (lambda (e) 'not-an-error) (lambda () (list (* big .5)))) ; => (+inf.0)
(guard (e (#t (error-object-message e))) (+ (+ big 1.) 'a)) ; => "+: wanted a number, got a"
(define again #f)
(define count 0)
(let ((x (call/cc (lambda (k) (set! again k) 1.)))) (set! count (+ count 1)) (let ((y (+ x big))) (if (< count 3) (again (+ count .5)) (list x y)))) ; => (2.5 +inf.0)
(let ((out '())) (dynamic-wind (lambda () (set! out (cons 'in out))) (lambda () (+ big 1.)) (lambda () (set! out (cons 'out out)))) out) ; => (out in)

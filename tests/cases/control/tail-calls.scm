;;; R7RS 3.5: proper tail calls.
(define (count-down n) (if (= n 0) 'done (count-down (- n 1))))
(count-down 20000) ; => done
(define (e? n) (cond ((= n 0) #t) (else (o? (- n 1)))))
(define (o? n) (and (not (= n 0)) (e? (- n 1))))
(e? 20000) ; => #t
(define (via-apply n) (if (= n 0) 'ok (apply via-apply (list (- n 1)))))
(via-apply 5000) ; => ok
(define (via-case n) (case n ((0) 'ok) (else => (lambda (n) (via-case (- n 1))))))
(via-case 5000) ; => ok
(define (via-cond n) (cond ((= n 0) 'ok) ((- n 1) => via-cond)))
(via-cond 5000) ; => ok
(define (via-or n) (or (and (= n 0) 'ok) (via-or (- n 1))))
(via-or 5000) ; => ok
(define (via-when n) (when #t (if (= n 0) 'ok (via-when (- n 1)))))
(via-when 5000) ; => ok
(define (via-do n) (do () (#t (if (= n 0) 'ok (via-do (- n 1))))))
(via-do 5000) ; => ok
(define (via-values n) (call-with-values (lambda () (values n 1)) (lambda (a b) (if (= a 0) 'ok (via-values (- a b))))))
(via-values 5000) ; => ok
(define (via-let n) (let* ((m (- n 1))) (letrec ((f (lambda () (if (< m 0) 'ok (via-let m))))) (f))))
(via-let 5000) ; => ok
(define (deep n) (if (= n 0) 0 (- (deep (- n 1)) -1)))
(deep 20000) ; => 20000

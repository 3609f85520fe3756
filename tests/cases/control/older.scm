;;; Procedures that call in tail position what was there before they were made.
(define (compose f g) (lambda (x) (f (g x))))
((compose car cdr) '(1 2 3)) ; => 2
((compose - (compose abs (lambda (x) (* 2 x)))) -4) ; => -8
(define (wrapped f) (lambda (n) (f n)))
(define (round-and-round n) (if (= n 0) 'done ((wrapped round-and-round) (- n 1))))
(round-and-round 10000) ; => done
(define (wrapped-often f n) (if (= n 0) f (wrapped-often (wrapped f) (- n 1))))
((wrapped-often (lambda (x) (+ x 1)) 20000) 1) ; => 2
(define (factorial/k n k) (if (= n 0) (k 1) (factorial/k (- n 1) (lambda (v) (k (+ n v))))))
(factorial/k 20000 (lambda (x) x)) ; => 200010001
(+ 1 (call/cc (lambda (k) (* 2 ((compose k abs) -5))))) ; => 6
(let ((again #f) (count 0))
  (let ((x ((compose (lambda (x) (call/cc (lambda (k) (set! again k) x))) abs) -1)))
    (set! count (+ count 1))
    (if (< count 3) (again (+ x 10)) (list count x)))) ; => (3 21)
((compose (lambda (a b) a) abs) 1) ; error: arity
((compose 5 abs) 1) ; error: type
(guard (e (#t (list 'caught e))) ((compose raise abs) -3)) ; => (caught 3)
(define (both p q) (case-lambda ((x) (and (p x) (q x))) ((x y) (and (p x y) (q x y)))))
(list ((both number? even?) 4) ((both < <=) 1 2) ((both < >) 1 2)) ; => (#t #t #f)
(define (told . say) (lambda (x) (for-each (lambda (f) (f x)) say) ((car say) x)))
((told abs -) -2) ; => 2
(define (partial f args) (lambda more (apply f (append args more))))
((partial list '(1 2)) 3 4) ; => (1 2 3 4)
((partial list '()) 3) ; => (3)
((partial list 5) 3) ; error: type: append
(define (curried f . early) (lambda late (apply f (append early late))))
((curried (curried list 1 2) 3) 4) ; => (1 2 3 4)
((curried + 1 2)) ; => 3
(define (between f x) (lambda late (apply f 0 (cons x (append late late)))))
((between list 1) 2 3) ; => (0 1 2 3 2 3)
(define (shared . l) (lambda () l))
(define kept (shared 1 2 3))
(eq? (kept) (kept)) ; => #t
(define (nested . l)
  (lambda (f) (if (null? l) (f) (lambda more (list (length l) (car l) (apply f (append l more)))))))
(((nested 1 2) +) 3) ; => (2 1 6)
((nested) list) ; => ()
(define (changed . l) (lambda (x) (set! l (cons x l)) (apply + l)))
(let ((f (changed 1 2))) (f 3) (f 4)) ; => 10
(define (sum-of l . more) (apply + (append l more)))
(sum-of '(1 2) 3 4) ; => 10

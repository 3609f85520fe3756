;;; Procedures that hand a parameter on to themselves, given a procedure that is known.
(define (fold-right f init l) (if (null? l) init (f (car l) (fold-right f init (cdr l)))))
(fold-right + 0 '(1 2 3)) ; => 6
(fold-right cons '() '(1 2 3)) ; => (1 2 3)
(fold-right cons 'tail '()) ; => tail
(fold-right (lambda (x acc) (if (odd? x) (cons x acc) acc)) '() '(1 2 3)) ; => (1 3)
(fold-right + 0 '(1 . 2)) ; error: type: car
(fold-right car 0 '(1)) ; error: arity
(fold-right (lambda (x acc) (quotient acc x)) 5 '(1 0)) ; error: range: division by zero
(define (count-up n) (let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))
(fold-right + 0 (count-up 20000)) ; => 200010000
(define (tree-map f t)
  (cond ((null? t) '()) ((pair? t) (cons (tree-map f (car t)) (tree-map f (cdr t)))) (else (f t))))
(define (scaled k t) (tree-map (lambda (x) (* k x)) t))
(scaled 2 '(1 (2 (3)) 4)) ; => (2 (4 (6)) 8)
(map (lambda (l) (map (lambda (f) (f)) l))
     (let loop ((i 0) (all '()))
       (if (= i 3)
           (reverse all)
           (loop (+ i 1)
                 (cons (tree-map (lambda (x) (lambda () (+ x i))) '(1 2)) all))))) ; => ((1 2) (2 3) (3 4))
(define (count wanted? t)
  (cond ((pair? t) (+ (count wanted? (car t)) (count wanted? (cdr t)))) ((wanted? t) 1) (else 0)))
(let ((n 0)) (count (lambda (x) (set! n (+ n 1)) (symbol? x)) '(a (b 1) 2)) n) ; => 6
(define (changing f l)
  (if (null? l) '() (cons (f (car l)) (changing (if (odd? (car l)) f -) (cdr l)))))
(changing (lambda (x) (* 10 x)) '(1 2 3)) ; => (10 20 -3)
(define (named f l) (if (null? l) named (begin (f (car l)) (car (list (named f (cdr l)))))))
(procedure? (named abs '(1 2))) ; => #t
(define saved #f)
(define times 0)
(define (kept x acc) (call/cc (lambda (k) (if (= x 2) (set! saved k)) (+ x acc))))
(define sums (fold-right (lambda (x acc) (kept x acc)) 0 '(1 2 3)))
(set! times (+ times 1))
(if (< times 3) (saved (* times 100)))
(list times sums) ; => (3 201)
(define (fold-right f init l) 'redefined)
(fold-right + 0 '(1 2 3)) ; => redefined

;;; Procedures whose calls are known: circles of the top level, parameters that are called.
(define (is-even? n) (if (= n 0) #t (is-odd? (- n 1))))
(define (is-odd? n) (if (= n 0) #f (is-even? (- n 1))))
(list (is-even? 10001) (is-odd? 7) (is-even? 0)) ; => (#f #t #t)
(map is-odd? '(1 2 3)) ; => (#t #f #t)
(is-even? 'a) ; error: type: =
(define (down n acc) (if (= n 0) (list acc) (up n (cons n acc) 'x)))
(define (up n acc mark) (if (odd? n) (down (- n 1) acc) (down (- n 1) (cons mark acc))))
(down 4 '()) ; => ((1 x 2 3 x 4))
(define (left n) (if (< n 1) (call/cc (lambda (k) (set! back k) n)) (right (- n 1))))
(define (right n) (if (< n 1) (list n) (left (- n 1))))
(define back #f)
(let ((runs 0)) (let ((r (left 4))) (set! runs (+ runs 1)) (if (< runs 3) (back (* 10 runs)) (list runs r)))) ; => (3 20)
(define (keep wanted? l) (cond ((null? l) '()) ((wanted? (car l)) (cons (car l) (keep wanted? (cdr l)))) (else (keep wanted? (cdr l)))))
(keep (lambda (x) (> x 2)) '(1 2 3 4)) ; => (3 4)
(keep odd? '(1 2 3 4)) ; => (1 3)
(keep (lambda (x) #f) '()) ; => ()
(keep (lambda (x) #t) '(1 2 . 3)) ; error: type: car: wanted a pair, got 3
(define again #f)
(define runs 0)
(let ((r (keep (lambda (x) (if (= x 2) (call/cc (lambda (k) (set! again k) #t)) #t)) '(1 2 3)))) (set! runs (+ runs 1)) (if (< runs 3) (again #f) (list runs r))) ; => (3 (1 3))
(define (update table key f default) (cond ((null? table) (list (cons key (f default)))) ((eq? (caar table) key) (cons (cons key (f (cdar table))) (cdr table))) (else (cons (car table) (update (cdr table) key f default)))))
(let ((by 5)) (update (update '((a . 1)) 'b (lambda (n) (+ n by)) 0) 'a (lambda (n) (* n by)) 0)) ; => ((a . 5) (b . 5))
(define (fold-left f start l) (if (null? l) start (fold-left f (f start (car l)) (cdr l))))
(fold-left + 0 '(1 2 3)) ; => 6
(fold-left (lambda (a b) (cons b a)) '() '(1 2 3)) ; => (3 2 1)
(fold-left fold-left 0 '()) ; => 0
(define (twice f x) (f (f x)))
(let ((n 3)) (twice (lambda (x) (* x n)) 2)) ; => 18
(define (index-of s c) (let ((end (string-length s))) (let loop ((i 0)) (cond ((>= i end) #f) ((char=? (string-ref s i) c) i) (else (loop (+ i 1)))))))
(list (index-of "abc" #\c) (index-of "abc" #\x) (index-of "" #\x)) ; => (2 #f #f)
(+ 1 (index-of "abc" #\x)) ; error: type: +: wanted a number, got #f
(vector-ref #(1 2 3) (index-of "abc" #\x)) ; error: type: vector-ref: argument 2

;; what `apply` calls may be known too: a procedure behind a message
(define (replying)
  (define (two a b) (list a b))
  (define (down . xs) (if (null? xs) 'done (apply down (cdr xs))))
  (lambda (message . args) (case message ((two) (apply two args)) ((down) (apply down args)) (else (apply two 1 args)))))
(define reply-to (replying))
(list (reply-to 'two 1 2) (reply-to 'down 1 2 3) (reply-to 'x 5) (apply reply-to 'down (make-list 1000 0))) ; => ((1 2) done (1 5) done)
(reply-to 'two 1) ; error: arity
(reply-to 'x 1 2) ; error: arity

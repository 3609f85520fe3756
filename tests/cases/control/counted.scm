;;; Loops that count.
(define (up n) (let loop ((i 0) (seen '())) (if (= i n) (list i (reverse seen)) (loop (+ i 1) (cons i seen)))))
(up 4) ; => (4 (0 1 2 3))
(up 4.0) ; => (4 (0 1 2 3))
(up 0) ; => (0 ())
(up 0.0) ; => (0 ())
(up 'x) ; error: type: =: argument 2: wanted a number, got x
(define (below n) (let loop ((i 0) (seen '())) (if (> n i) (loop (+ 2 i) (cons i seen)) (list i (reverse seen)))))
(below 5) ; => (6 (0 2 4))
(below 4) ; => (4 (0 2))
(below 9/2) ; => (6 (0 2 4))
(below 4.5) ; => (6 (0 2 4))
(below 4.0) ; => (4 (0 2))
(below -3) ; => (0 ())
(below +nan.0) ; => (0 ())
(below -inf.0) ; => (0 ())
(below "a") ; error: type: >: argument 1: wanted a real number, got "a"
(define (down-to n) (do ((i 10 (- i 3)) (seen '() (cons i seen))) ((< i n) (list i seen))))
(down-to 1) ; => (-2 (1 4 7 10))
(down-to 3/2) ; => (1 (4 7 10))
(down-to 1.5) ; => (1 (4 7 10))
(down-to 10) ; => (7 (10))
(down-to 11) ; => (10 ())
(define (above n) (do ((i 10 (- i 3)) (seen '() (cons i seen))) ((not (> i n)) (list i seen))))
(above 1) ; => (1 (4 7 10))
(above 0.5) ; => (-2 (1 4 7 10))
(define (to-zero start) (let ((n (* 2 start))) (do ((i 8 (- i 1)) (seen '() (cons i seen))) ((zero? i) (list i n seen)))))
(to-zero 1) ; => (0 2 (1 2 3 4 5 6 7 8))
;; by what is known when it begins; a step of 0 goes on for ever
(define (multiples n) (do ((i 1 (+ i 1)) (all '() (do ((j 0 (+ j i)) (l all (cons j l))) ((>= j n) l)))) ((>= i n) all)))
(multiples 4) ; => (3 0 2 0 3 2 1 0)
(define (stuck step)
  (call/cc (lambda (k) (let ((n 0)) (do ((i 0 (+ i (vector-length step)))) ((>= i 3) i) (set! n (+ n 1)) (if (> n 9) (k 'stuck)))))))
(stuck (vector)) ; => stuck
(stuck (vector 1 2)) ; => 4
;; an end that is never met
(define (beyond start n) (call/cc (lambda (k) (do ((i start (+ i 1)) (turns 0 (+ turns 1))) ((= i n) turns) (if (= turns 99) (k (list i)))))))
(beyond 3 2) ; => (102)
(define (never n) (call/cc (lambda (k) (do ((i 3 (+ i 1)) (turns 0 (+ turns 1))) ((= i n) turns) (if (= turns 99) (k (list i)))))))
(never 2) ; => (102)
(never 10.5) ; => (102)
(never +inf.0) ; => (102)
(never 10) ; => 7
(never 10.0) ; => 7
(define (unreached n) (call/cc (lambda (k) (do ((i 3 (+ i 1))) ((>= i n) i) (if (= i 99) (k 'unreached))))))
(unreached +inf.0) ; => unreached
(unreached +nan.0) ; => unreached
;; the end is what it was; the index is nobody's but the turn's
(define (moving v) (do ((i 0 (+ i 1)) (l '() (cons (lambda () i) l))) ((= i (vector-length v)) (map (lambda (f) (f)) l)) (set! v (vector 1 2 3))))
(moving (vector 1)) ; => (2 1 0)
(define (changed n) (do ((i 0 (+ i 1)) (seen '() (cons i seen))) ((>= i n) seen) (set! i (+ i 1))))
(changed 5) ; => (5 3 1)
;; loops in each other, each left for the other
(define (pairs n)
  (let outer ((i 0) (found '()))
    (if (>= i n)
        (reverse found)
        (let inner ((j i) (found found)) (if (< j n) (inner (+ j 1) (cons (list i j) found)) (outer (+ i 1) found))))))
(pairs 3) ; => ((0 0) (0 1) (0 2) (1 1) (1 2) (2 2))
(define (first-square n) (let loop ((i 0)) (and (< i n) (or (and (> i 0) (= 0 (modulo (* i i) n)) i) (loop (+ i 1))))))
(first-square 36) ; => 6
(first-square 7) ; => #f
;; turns entered again
(define ks '())
(define (numbers n) (let loop ((i 0) (l '())) (if (= i n) (reverse l) (let ((x (call/cc (lambda (k) (set! ks (cons k ks)) i)))) (loop (+ i 1) (cons x l))))))
(define (enter-again results) (if (< (length results) 3) ((list-ref kept 1) (* 100 (length results))) results))
(define results '())
(define kept #f)
(begin (set! results (cons (numbers 3) results)) (if (not kept) (set! kept ks)) (enter-again results)) ; => ((0 200 2) (0 100 2) (0 1 2))
(define (triangle n)
  (let loop ((i 0) (sum 0))
    (if (= i n) sum (let inner ((j 0) (sum sum)) (if (< j i) (inner (+ j 1) (+ sum (call/cc (lambda (k) (set! ks (cons k ks)) j)))) (loop (+ i 1) sum))))))
(begin (set! results '()) (set! kept #f) (set! ks '()))
(begin (set! results (cons (triangle 4) results)) (if (not kept) (set! kept (list-tail ks 2))) (enter-again results)) ; => (203 103 4)
;; along a list that was just made
(define (squares l) (let loop ((l (map (lambda (x) (* x x)) l)) (sum 0)) (if (null? l) sum (loop (cdr l) (+ sum (car l))))))
(squares '(1 2 3)) ; => 14
(squares '()) ; => 0
(squares '(1 a)) ; error: type: *: wanted a number, got a
(define (left-over l) (let loop ((l (map - l)) (n 0)) (if (pair? l) (loop (cdr l) (+ n 1)) (list n (null? l)))))
(left-over '(1 2 3)) ; => (3 #t)
(left-over '()) ; => (0 #t)
(define (sums l) (let ((made '())) (for-each (lambda (x) (set! made (cons (+ x (call/cc (lambda (k) (set! ks (cons k ks)) x))) made))) (map - l)) made))
(begin (set! results '()) (set! kept #f) (set! ks '()))
(begin (set! results (cons (sums '(1 2 3)) results)) (if (not kept) (set! kept ks)) (enter-again results)) ; => ((-6 198 -6 98 -6 -4 -2) (-6 98 -6 -4 -2) (-6 -4 -2))
(define (totals l) (let loop ((l (map - l)) (sum 0)) (if (null? l) sum (loop (cdr l) (+ sum (call/cc (lambda (k) (set! ks (cons k ks)) (car l))))))))
(begin (set! results '()) (set! kept #f) (set! ks '()))
(begin (set! results (cons (totals '(1 2 3)) results)) (if (not kept) (set! kept ks)) (enter-again results)) ; => (196 96 -6)

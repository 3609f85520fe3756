;;; Local procedures that call each other in tail position: one loop.
(define (parity n)
  (define (even n) (if (= n 0) 'even (odd (- n 1))))
  (define (odd m) (if (= m 0) 'odd (even (- m 1))))
  (even n))
(parity 10) ; => even
(parity 10001) ; => odd
(define (walk l)
  (define end '())
  (define (first l a) (if (eq? l end) (list 'first a) (second (cdr l) (car l) a)))
  (define (second l x a) (cond ((null? l) (list 'second x a)) ((eq? x 'stop) (car l)) (else (first l (+ a x)))))
  (if (pair? l) (first l 0) (second l 1 2)))
(walk '(1 2 3 4)) ; => (second 4 6)
(walk '(1 2 3 4 5 6)) ; => (second 6 15)
(walk '()) ; => (second 1 2)
(walk '(1 2 stop 3)) ; => 3
(walk '(a b)) ; error: type: +: wanted a number, got a
(define (wrong n) (define (a x) (if (= x 0) (car x) (b (- x 1)))) (define (b x) (if (= x 0) (vector-ref x 0) (a (- x 1)))) (a n))
(wrong 4) ; error: type: car: wanted a pair, got 0
(wrong 5) ; error: type: vector-ref: argument 1: wanted a vector, got 0
;; with a wrong number of arguments it stays what it was
(define (odd-one n) (define (a x) (if (= x 0) 'a (b x x))) (define (b x) (a (- x 1))) (a n))
(odd-one 0) ; => a
(odd-one 1) ; error: arity
;; closures have the variables of their turn
(define (closures n)
  (define (ping i made) (if (= i 0) made (pong (- i 1) (cons (lambda () i) made))))
  (define (pong j made) (if (= j 0) made (ping (- j 1) (cons (lambda () (* 10 j)) made))))
  (map (lambda (f) (f)) (ping n '())))
(closures 5) ; => (1 20 3 40 5)
;; one that is used in another way
(define (used n) (define (a x) (if (= x 0) a (b (- x 1)))) (define (b x) (if (= x 0) b (a (- x 1)))) (procedure? (a n)))
(used 3) ; => #t
(define (not-in-tail n) (define (a x) (if (= x 0) 0 (+ 1 (b (- x 1))))) (define (b x) (if (= x 0) 0 (a (- x 1)))) (a n))
(not-in-tail 7) ; => 4
;; entered again
(define again #f)
(define seen '())
(define (machine n)
  (define (ping i log) (if (= i 0) (reverse log) (pong (- i 1) (cons i log))))
  (define (pong j log) (if (= j 0) (reverse log) (ping (- j 1) (cons (call/cc (lambda (k) (if (= j 1) (set! again k)) j)) log))))
  (ping n '()))
(define (enter) (set! seen (cons (machine 4) seen)) (if (< (length seen) 3) (again (* 10 (length seen)))) seen)
(enter) ; => ((4 3 2 20) (4 3 2 10) (4 3 2 1))
;; a set! of a procedure
(define (changed) (define (a x) (if (= x 0) 'a (b (- x 1)))) (define (b x) (if (= x 0) 'b (a (- x 1)))) (set! b (lambda (x) 'c)) (a 3))
(changed) ; => c
;; what all ask first is asked once; what may fail is told where it stands
(define (words s)
  (define end (string-length s))
  (define (blank i n) (cond ((= i end) (list 'blank n)) ((char=? (string-ref s i) #\space) (blank (+ i 1) n)) (else (word (+ i 1) (+ n 1)))))
  (define (word i n) (cond ((= i end) (list 'word n)) ((char=? (string-ref s i) #\space) (blank (+ i 1) n)) (else (word (+ i 1) n))))
  (blank 0 0))
(map words '("" " " "a" "ab c" "ab c ")) ; => ((blank 0) (blank 0) (word 1) (word 2) (blank 2))
(words 'a) ; error: type: string-length: wanted a string, got a
(define (until s end)
  (define (a i) (if (< i end) (if (char=? (string-ref s i) #\x) (b (+ i 2)) (a (+ i 1))) (list 'a i)))
  (define (b i) (if (< i end) (if (char=? (string-ref s i) #\y) (a (+ i 1)) (b (+ i 1))) (list 'b i)))
  (a 0))
(map (lambda (end) (until "axbyxx" end)) '(0 1 2 3 4 5)) ; => ((a 0) (a 1) (b 3) (b 3) (a 4) (b 6))
(until "axbyxx" 7) ; error: range: string-ref: argument 2: wanted an index from 0 to 5, got 6
(until "ab" 'c) ; error: type: <: argument 2: wanted a real number, got c
(define (turns l)
  (define (left l n) (cond ((null? l) (list 'left n)) ((odd? (car l)) (right (cdr l) (+ n 1))) (else (left (cdr l) n))))
  (define (right l n) (cond ((null? l) (list 'right n)) ((even? (car l)) (left (cdr l) (+ n 1))) (else (right (cdr l) n))))
  (left l 0))
(map turns '(() (1) (1 1 2) (2 1 2 1))) ; => ((left 0) (right 1) (left 2) (right 3))
(turns '(1 2 . 3)) ; error: type: car: wanted a pair, got 3
(turns '(1 a)) ; error: type: even?: wanted an integer, got a
;; a parameter that is a number at first only
(define (mixed n)
  (define (a i) (if (= i 3) 'a (b (+ i 1))))
  (define (b i) (if (= i 3) 'b (a n)))
  (a 0))
(mixed 3) ; => a
(mixed 'x) ; error: type: =: argument 1: wanted a number, got x
;; what is defined beside them may name what comes after it, or itself
(define (beside n)
  (define (a x) (if (= x 0) 'a (b (- x 1))))
  (define (b x) (if (= x 0) 'b (a (- x 1))))
  (define makers (list (lambda () (tenfold n)) (lambda () makers)))
  (define (tenfold x) (* 10 x))
  (list (a n) ((car makers)) (eq? ((cadr makers)) makers)))
(beside 5) ; => (b 50 #t)
(define (too-early n)
  (define (a x) (if (= x 0) 'a (b (- x 1))))
  (define early (tenfold n))
  (define (b x) (if (= x 0) 'b (a (- x 1))))
  (define (tenfold x) (* 10 x))
  (list (a n) early))
(too-early 5) ; error: unbound

;;; Loops that count from what may be any number, or none.
(import (scheme base))
(define (down n) (let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))
(define (down* n) (let loop ((i n) (l '())) (if (<= i 0) l (loop (- i 1) (cons i l)))))
(define (product n) (let loop ((i n) (p 1)) (if (zero? i) p (loop (- i 1) (* p i)))))
(define (last n) (let loop ((i n)) (if (zero? i) i (loop (- i 1)))))
(define (sum n m) (do ((i n (+ i 1)) (s 0 (+ s i))) ((>= i m) s)))
(map down '(3 0 1 2.0 5/1)) ; => ((1 2 3) () (1) (1.0 2.0) (1 2 3 4 5))
(map down* '(2.5 5/2 -1 0.0)) ; => ((0.5 1.5 2.5) (1/2 3/2 5/2) () ())
(map product '(5 0 3.0)) ; => (120 1 6.0)
(map last '(3 0 2.0)) ; => (0 0 0.0)
(map sum '(1 1.5 1/2 4) '(4 4 4 4)) ; => (6 7.5 8 0)
;; one that is never met
(call/cc
 (lambda (k)
   (let ((n 2.5))
     (let loop ((i n) (l '())) (if (= i 0) l (if (< i -2) (k l) (loop (- i 1) (cons i l)))))))) ; => (-1.5 -0.5 0.5 1.5 2.5)
(define (until n stop)
  (call/cc
   (lambda (k)
     (let loop ((i n) (c 0)) (if (= i 0) c (begin (if (= c stop) (k i)) (loop (- i 1) (+ c 1))))))))
(until -1 25000) ; => -25001
(until 0.5 25000) ; => -24999.5
;; a continuation comes back into a turn
(define (again n)
  (let ((k #f) (times 0))
    (let ((r (let loop ((i n) (l '()))
               (if (= i 0) l (loop (- i 1) (cons (call/cc (lambda (c) (if (= i 2) (set! k c)) i)) l))))))
      (set! times (+ times 1))
      (if (< times 3) (k (* 10 times)) r))))
(list (again 3) (again 3.0)) ; => ((1 20 3) (1.0 20 3.0))
;; mistakes
(down 'a) ; error: type: =: argument 1: wanted a number, got a
(down* "x") ; error: type: <=: argument 1: wanted a real number, got "x"
(product #f) ; error: type: zero?: wanted a number, got #f
(sum 'a 3) ; error: type: >=: argument 1: wanted a real number, got a
(sum 1 'b) ; error: type: >=: argument 2: wanted a real number, got b

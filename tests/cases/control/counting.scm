;;; Procedures that add a literal to what they answer themselves: loops that count how often.
(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1)))))
(list (count 0) (count 1) (count 100000)) ; => (0 1 100000)
(count 'x) ; error: type: =: argument 1: wanted a number, got x
(define (count-if p l) (cond ((null? l) 0) ((p (car l)) (+ 1 (count-if p (cdr l)))) (else (count-if p (cdr l)))))
(count-if odd? '(1 2 3 5)) ; => 3
(count-if odd? '(1 2 . 3)) ; error: type: car: wanted a pair, got 3
(count-if car '(1)) ; error: type: car: wanted a pair, got 1
;; what is answered otherwise is added to step by step, unless it is an exact integer
(define (onto l x) (if (pair? l) (+ (onto (cdr l) x) 2) x))
(list (onto '(a b) 1) (onto '(a b) 1/2) (onto '() 'x)) ; => (5 9/2 x)
(= (onto '(a b c d) 0.1) (+ (+ (+ (+ 0.1 2) 2) 2) 2)) ; => #t
(= (onto '(a b c) 9007199254740993.0) (+ (+ (+ 9007199254740993.0 2) 2) 2)) ; => #t
(onto '(a) 'x) ; error: type: +: wanted a number, got x
(onto '(a b) 100000000000000000000) ; => 100000000000000000004
(define (third l) (if (null? l) "s" (+ 1 (third (cdr l)))))
(third '()) ; => "s"
(third '(1)) ; error: type: +: wanted a number, got "s"
;; local ones; closures have the variables of their turn
(let up ((l '(a b c))) (if (null? l) 10 (+ 1 (up (cdr l))))) ; => 13
(define made '())
(let up ((i 3)) (set! made (cons (lambda () i) made)) (if (= i 0) 0 (+ 1 (up (- i 1))))) ; => 3
(map (lambda (f) (f)) made) ; => (0 1 2 3)
;; not such: two literals, two calls, a call in tail position, one that is used otherwise
(define (two n) (cond ((= n 0) 0) ((odd? n) (+ 1 (two (- n 1)))) (else (+ 2 (two (- n 1))))))
(two 5) ; => 7
(define (leaves t) (if (pair? t) (+ 1 (leaves (car t)) (leaves (cdr t))) 0))
(leaves '((1) 2)) ; => 3
(define (size t) (if (pair? t) (+ 1 (size (cons 1 (size (cdr t))))) 0))
(define (ends n) (if (= n 0) (begun 3) (+ 1 (ends (- n 1)))))
(define (begun n) (if (= n 0) 'end (begun (- n 1))))
(ends 0) ; => end
(define (called n) (if (= n 0) called (+ 1 (called (- n 1)))))
(procedure? (called 0)) ; => #t
(define (few n) (if (= n 0) 0 (+ 1 (few))))
(few 1) ; error: arity
(define (set n) (if (= n 0) 0 (begin (set! n (- n 1)) (+ 1 (set n)))))
(set 4) ; => 4
;; entered again
(define again #f)
(define seen '())
(define (asked l) (cond ((null? l) 0) ((call/cc (lambda (k) (if (eq? (car l) 'k) (set! again k)) #t)) (+ 1 (asked (cdr l)))) (else (asked (cdr l)))))
(define (enter) (set! seen (cons (asked '(a k b)) seen)) (if (< (length seen) 3) (again #f)) seen)
(enter) ; => (2 2 3)
;; defined anew
(define old count)
(define (count n) (if (= n 0) 'new (list (old 0) n)))
(list (count 0) (count 2) (old 0)) ; => (new (0 2) 0)
(old 2) ; error: type: +: wanted a number, got (0 1)

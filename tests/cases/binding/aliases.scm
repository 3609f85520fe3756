;;; Names that a program gives to what is known already.
(define first-of car)
(define rest-of cdr)
(define none? null?)
(define nothing '())
(define size 3)
(define half 0.5)
(define yes #t)
(define star #\*)
(define word 'word)
(define also-first first-of)
(define (total l) (if (none? l) 0 (+ (first-of l) (total (rest-of l)))))
(total '(1 2 3)) ; => 6
(also-first '(4 5)) ; => 4
(map first-of '((1 2) (3 4))) ; => (1 3)
(apply first-of '((7 8))) ; => 7
(eq? first-of car) ; => #t
(list (let loop ((i 0) (n 0)) (if (= i size) n (loop (+ i 1) (+ n i)))) (* half size) (if yes 'yes 'no)) ; => (3 1.5 yes)
(list star word nothing (eq? word 'word) (eqv? size 3)) ; => (#\* word () #t #t)
(let ((size 10) (first-of cdr)) (list size (first-of '(1 2)))) ; => (10 (2))
(first-of 5) ; error: type: car: wanted a pair, got 5

;; Not before the definition.
(define (too-early) later)
(too-early) ; error: unbound: unbound variable: later
(define later 5)
(too-early) ; => 5

;; Assigned, or defined again: the value is what it is then.
(define count 0)
(define (next!) (set! count (+ count 1)) count)
(list (next!) (next!) count) ; => (1 2 2)
(define pick car)
(define (picked l) (pick l))
(picked '(1 2)) ; => 1
(define pick cdr)
(picked '(1 2)) ; => (2)
(define limit 1)
(define (below? x) (< x limit))
(below? 2) ; => #f
(define limit 5)
(below? 2) ; => #t

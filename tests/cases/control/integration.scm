;;; Procedures that the compiler puts in the place of their calls: nothing of it may show.
(import (scheme base) (scheme case-lambda) (scheme write) (srfi 1) (srfi 132))

;; A collector and an assigned variable live in one frame; each return has its own collector, the variable is shared.
(define (numbered l)
  (let ((count 0) (again #f) (turns 0))
    (define (next!) (set! count (+ count 1)) count)
    (let ((result (map (lambda (x)
                         (call/cc (lambda (k) (if (eq? x 'b) (set! again k))))
                         (list x (next!)))
                       l)))
      (set! turns (+ turns 1))
      (if (< turns 3) (again #f))
      (list result count turns))))
(numbered '(a b c)) ; => (((a 1) (b 6) (c 7)) 7 3)

;; The same with the results of every turn kept.
(define (turns l)
  (let ((kept '()) (again #f))
    (let ((result (filter (lambda (x) (call/cc (lambda (k) (if (= x 2) (set! again k)) (odd? x)))) l)))
      (set! kept (cons result kept))
      (if (< (length kept) 3) (again (= 1 (length kept))))
      (reverse kept))))
(turns '(1 2 3 4 5)) ; => ((1 3 5) (1 2 3 5) (1 3 5))

;; Two collectors in one function, one inside the other.
(define (table l k)
  (map (lambda (x) (map (lambda (y) (if (and (= x 2) (= y 1)) (call/cc k) (* x y))) l)) l))
(let ((saved #f) (count 0))
  (let ((result (table '(1 2 3) (lambda (k) (set! saved k) 0))))
    (set! count (+ count 1))
    (if (< count 3) (saved (* 100 count)))
    result)) ; => ((1 2 3) (200 4 6) (3 6 9))

;; Closures made in the lambda expression have a variable each.
(map (lambda (f) (f 10)) (map (lambda (x) (lambda (y) (+ x y))) '(1 2 3))) ; => (11 12 13)
(define (counters l)
  (map (lambda (n) (lambda () (set! n (+ n 1)) n)) l))
(let* ((fs (counters '(10 20))) (f (car fs)) (g (cadr fs))) (f) (f) (list (f) (g))) ; => (13 21)

;; A parameter that is assigned, shadowed, or named as a variable of the library's own.
(define (shadowing list f l results)
  (map (lambda (loop) (set! loop (+ loop results)) (+ loop f l)) list))
(shadowing '(1 2) 10 100 1000) ; => (1111 1112)

;; The list is changed while it is walked.
(let ((l (list 1 2 3 4)))
  (for-each (lambda (x) (if (= x 2) (set-cdr! (cddr l) '()))) l)
  l) ; => (1 2 3)

;; Leaving from inside, in tail position too.
(define (index-of x l)
  (call/cc (lambda (return)
             (let ((i 0))
               (for-each (lambda (y) (if (eqv? x y) (return i)) (set! i (+ i 1))) l)
               #f))))
(map (lambda (x) (index-of x '(a b c))) '(c a z)) ; => (2 0 #f)

;; Wrong calls and wrong lists are errors as ever.
(map (lambda (x y) x) '(1 2)) ; error: arity
(for-each (lambda (x) x) 5) ; error: error: for-each: wanted a list, got 5
(map (lambda (x) (car x)) '((1) 2)) ; error: type: car
(vector-map (lambda (x) x) '(1)) ; error: type: vector

;; Local procedures: a loop used twice, in argument position and in tail position.
(define (twice n)
  (define (down i acc) (if (= i 0) acc (down (- i 1) (+ acc i))))
  (list (down n 0) (down (down n 0) 0)))
(twice 4) ; => (10 55)
(define (loop-in-loop n)
  (define (power x k) (if (= k 0) 1 (* x (power x (- k 1)))))
  (define (sum i acc) (if (> i n) acc (sum (+ i 1) (+ acc i))))
  (let outer ((i 0) (all '()))
    (if (= i 3) (reverse all) (outer (+ i 1) (cons (+ (sum i 0) (power i 2)) all)))))
(loop-in-loop 3) ; => (6 7 9)

;; They may be passed on as well, and compared.
(define (both-ways l)
  (define (inc x) (+ x 1))
  (list (inc 1) (map inc l) (eq? inc inc)))
(both-ways '(1 2)) ; => (2 (2 3) #t)

;; The order of evaluation is kept where an operand is needed later or not at all.
(define (ordered)
  (define log '())
  (define (note! x) (set! log (cons x log)) x)
  (define (second a b) b)
  (let ((value (second (note! 1) (note! 2)))) (list value log)))
(ordered) ; => (2 (2 1))
(define (late)
  (define x 1)
  (define (get) x)
  (define y (get))
  (set! x 5)
  (list y (get)))
(late) ; => (1 5)
(define (early)
  (define (get) z)
  (define y (get))
  (define z 2)
  y)
(early) ; error: unbound

;; Mutual recursion and deep recursion through what is in line.
(define (parity n)
  (define (even n) (if (= n 0) 'even (odd (- n 1))))
  (define (odd n) (if (= n 0) 'odd (even (- n 1))))
  (even n))
(parity 100001) ; => odd
(define (depth tree) (if (pair? tree) (+ 1 (apply max (map (lambda (t) (depth t)) tree))) 0))
(depth (let loop ((i 0) (t 'leaf)) (if (= i 5000) t (loop (+ i 1) (list t 'x))))) ; => 5000
(define (leaves tree) (if (pair? tree) (fold (lambda (t n) (+ n (leaves t))) 0 tree) 1))
(leaves (let loop ((i 0) (t 'leaf)) (if (= i 5000) t (loop (+ i 1) (list t 'x))))) ; => 5001
(define (too-early)
  (letrec ((x (b 1)) (b (lambda (d) (+ d 1)))) x))
(too-early) ; error: unbound: b is used before

;; Closures made in a loop, which use what a procedure in line needs.
(define (adders l)
  (let ((base 100))
    (define (up x) (+ x base))
    (let loop ((l l) (made '()))
      (if (null? l)
          (map (lambda (f) (f 1)) made)
          (let ((n (car l)))
            (define (plus y) (+ n y))
            (loop (cdr l) (cons (lambda (z) (up (plus z))) made)))))))
(adders '(10 20 30)) ; => (131 121 111)
(let ((f (lambda (x) x)) (g (case-lambda ((x) (list x)) ((x y) (list y x)))))
  (define h (lambda (x) (g x 1)))
  (define unused (lambda (x) (h (unused x))))
  (set! f (lambda (x) (list 'new (h x))))
  (f 5)) ; => (new (1 5))

;; A primitive by its name, with the numbers of arguments that it takes or does not.
(list (map car '((1) (2))) (map cons '(1 2) '(3 4)) (fold + 0 '(1 2 3)) (fold cons '() '(1 2)) (filter odd? '(1 2 3)) (vector-map - #(1 2))) ; => ((1 2) ((1 . 3) (2 . 4)) 6 (2 1) (1 3) #(-1 -2))
(map car '(1)) ; error: type: car: wanted a pair, got 1
(map cons '(1 2)) ; error: arity
(fold + 0 '(1 a)) ; error: type: +
(let ((car cdr)) (map car '((1 2)))) ; => ((2))

;; A procedure of no argument that several branches go on with.
(define (sorted-out x)
  (let ((next (lambda () (let ((last (lambda () (list 'other x)))) (if (number? x) (if (> x 5) 'large (last)) (last))))))
    (if (pair? x) (if (null? (cdr x)) 'single (next)) (next))))
(map sorted-out '((1) (1 2) 3 7 x)) ; => (single (other (1 2)) (other 3) large (other x))
(define (in-loops l)
  (let ((next (lambda () (list 'none l))))
    (let loop ((l l)) (cond ((null? l) (next)) ((eq? (car l) 'x) (list 'found (cdr l))) ((eq? (car l) 'stop) (next)) (else (loop (cdr l)))))))
(list (in-loops '(a x b)) (in-loops '(a stop x)) (in-loops '())) ; => ((found (b)) (none (a stop x)) (none ()))
(define (as-operand x) (+ 1 (let ((next (lambda () (* x 10)))) (if (odd? x) (next) (if (> x 4) x (next))))))
(map as-operand '(1 2 6)) ; => (11 21 7)
(define (re-entered)
  (let* ((again #f) (count 0)
         (result (let ((next (lambda () (set! count (+ count 1)) (list 'next count))))
                   (if (= 1 (call/cc (lambda (k) (set! again k) 1))) (next) (list 'direct count)))))
    (if (< count 3) (again 1) (if (eq? (car result) 'next) (again 2) result))))
(re-entered) ; => (direct 3)
(define (escaping x) (let ((next (lambda () (list 'next x)))) (if x (next) (list next (next)))))
(list (escaping 1) (cdr (escaping #f)) ((car (escaping #f)))) ; => ((next 1) ((next #f)) (next #f))

;; A local procedure by its name, also inside itself; with the wrong number of arguments, changed, or too early.
(define (visited graph)
  (let ((order '()))
    (define (visit! x)
      (unless (memv x order)
        (for-each visit! (cdr (assv x graph)))
        (set! order (cons x order))))
    (for-each visit! (map car graph))
    order))
(visited '((1 2 3) (2 4) (3 4) (4))) ; => (1 3 2 4)
(define (by-second l) (define (before? a b) (< (cadr a) (cadr b))) (list-sort before? l))
(by-second '((a 3) (b 1) (c 2))) ; => ((b 1) (c 2) (a 3))
(by-second '((a 3) (b x))) ; error: type: <
(define (doubled t) (let twice ((t t)) (if (pair? t) (map twice t) (* 2 t))))
(doubled '(1 (2 (3)) 4)) ; => (2 (4 (6)) 8)
(let ((f (lambda (a b) a))) (map f '(1 2))) ; error: arity
(let ((f (lambda (a . b) (list a b)))) (map f '(1 2) '(3 4))) ; => ((1 (3)) (2 (4)))
(let ((f (lambda (x) (* 2 x)))) (for-each (lambda (x) (if (= x 1) (set! f -))) '(1 2)) (map f '(1 2))) ; => (-1 -2)
(letrec* ((l (map f '(1 2))) (f (lambda (x) x))) l) ; error: unbound
(let ((again #f) (turns 0))
  (define (kept x) (if (= x 2) (call/cc (lambda (k) (set! again k) x)) x))
  (let ((found (map kept '(1 2 3))))
    (set! turns (+ turns 1))
    (if (< turns 3) (again (* 10 turns)) found))) ; => (1 20 3)

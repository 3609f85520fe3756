;;; (chibi match): every kind of pattern.
(import (scheme base) (scheme write) (chibi match))
(define-record-type point (make-point x y) point? (x point-x set-point-x!) (y point-y))
(match 5 (x x)) ; => 5
(match '(1 2) ((a b) (list b a))) ; => (2 1)
(match '(1 . 2) ((a . b) (list a b))) ; => (1 2)
(match '(1 2 3) ((a . rest) rest)) ; => (2 3)
(match 5 (5 'five) (_ 'other)) ; => five
(match "a" ("a" 'str)) ; => str
(match 'a ('a 'sym)) ; => sym
(match #\a (#\a 'c)) ; => c
(match '() (() 'nil)) ; => nil
(match #t (#f 1) (#t 2)) ; => 2
(match '(1 2 3) ((a b) 'two) ((a b c) 'three)) ; => three
(match 5 ((a) 'x)) ; error: error: match: no pattern fits 5
(match '(1 1) ((a a) 'same) (_ 'diff)) ; => same
(match '(1 2) ((a a) 'same) (_ 'diff)) ; => diff
(match '(1 2 3) ((a ...) a)) ; => (1 2 3)
(match '((1 a) (2 b)) (((n s) ...) (list n s))) ; => ((1 2) (a b))
(match '(1 2 3 4 5) ((a b ... c) (list a b c))) ; => (1 (2 3 4) 5)
(match '(1 2 3 4 5) ((a b ... c d) (list a b c d))) ; => (1 (2 3) 4 5)
(match '() ((a ..1) a) (_ 'no)) ; => no
(match '(1) ((a ..1) a)) ; => (1)
(match '(1 2 3) ((a ___) a)) ; => (1 2 3)
(match '(1 2 3) ((a *** b) 'no) (_ 'x)) ; => no
(match '(1 2 . 3) ((a ... . r) (list a r))) ; => ((1 2) 3)
(match '(1 2 3 4) ((a ... . r) (list a r))) ; => ((1 2 3 4) ())
(match '((1 2) (3 4)) (((a ...) ...) a)) ; => ((1 2) (3 4))
(match '(1 2 3) (((? number? n) ...) n)) ; => (1 2 3)
(match '(1 a) (((? number? n) ...) n) (_ 'no)) ; => no
(match 5 ((? number?) 'n)) ; => n
(match 5 ((? number? x) (+ x 1))) ; => 6
(match 5 ((? number? x y) (list x y))) ; => (5 5)
(match '(1 . 2) ((= car x) x)) ; => 1
(match 5 ((and x (? odd?)) x)) ; => 5
(match 5 ((and) 'ok)) ; => ok
(match 5 ((or 4 5 6) 'ok)) ; => ok
(match 5 ((or) 'ok) (_ 'no)) ; => no
(match 5 ((not 4) 'ok)) ; => ok
(match 4 ((not 4) 'ok) (_ 'no)) ; => no
(match '(1 2) ((or (a 3) (2 a) (1 a)) a)) ; => 2
(match (make-point 1 2) (($ point x y) (list x y))) ; => (1 2)
(match (make-point 1 2) ((@ point (y b) (x a)) (list a b))) ; => (1 2)
(match 5 (($ point x y) x) (_ 'no)) ; => no
(match (make-point 1 2) ((struct point x y) (list x y))) ; => (1 2)
(match #(1 2 3) (#(a b c) (list a b c))) ; => (1 2 3)
(match #(1 2 3) (#(a b ...) b)) ; => (2 3)
(match #(1 2) (#(a) a) (_ 'no)) ; => no
(match '(1 (2 3)) (`(1 (,a ,b)) (list a b))) ; => (2 3)
(match '(1 2 3) (`(1 . ,r) r)) ; => (2 3)
(match '(1 2 3) (`(1 ,@r) r)) ; => (2 3)
(match '(a 1) (`(a ,(? number? n)) n)) ; => 1
(match '(1 #(2 3)) (`(1 #(,a ,b)) (list a b))) ; => (2 3)
(match 5 ((quasiquote 5) 'q)) ; => q
(let ((l (list 1 2))) (match l ((a (set! s)) (s 9))) l) ; => (1 9)
(match '(1 2) ((a (get! g)) (g))) ; => 2
(let ((v (vector 1 2))) (match v (#((set! s) b) (s 5))) v) ; => #(5 2)
(let ((l (cons 1 2))) (match l (((set! sa) . (set! sd)) (sa 'a) (sd 'd))) l) ; => (a . d)
(let ((p (make-point 1 2))) (match p (($ point (set! s) y) (s 10))) (point-x p)) ; => 10
(match '(1 (2 (3 x))) ((a *** 'x) a)) ; => (1 2 3)
(match '(+ (* x 1) (* y z)) ((p *** 'z) p)) ; => (+ *)
(match '(a (b (c d))) ((('a 'b) *** x) x) (_ 'no)) ; => (a (b (c d)))
(match '(a (a (a b))) ((x *** y) (list x y))) ; => (() (a (a (a b))))
(match 1 (x (=> fail) (if (odd? x) (fail) x)) (y (list 'second y))) ; => (second 1)
(match 1 (x (=> fail) 2)) ; => 2
(match '(1 2 3) ((a b ...) (=> next) (if (= a 1) (next) 0)) ((x . y) y)) ; => (2 3)
(match 5 (4 1)) ; error: error: match: no pattern fits 5
(match '(a b) ((a b) a)) ; => a
(match '(1 2) (((? odd? a) (? even? b)) (- b a))) ; => 1
(match (list 1 (list 2 3) 4) ((a (b c) d) (+ a b c d))) ; => 10
(match 'x (x x)) ; => x
(match '(1 "a" #\b c) ((1 "a" #\b 'c) 'ok)) ; => ok
(match 1.5 (1.5 'f)) ; => f
(match '(1 2) ((a b) (define z (+ a b)) (* z z))) ; => 9
(match-let ((x 1) ((a b) '(2 3))) (list x a b)) ; => (1 2 3)
(match-let loop (((a . r) '(1 2 3)) (acc '())) (if (null? r) (cons a acc) (loop r (cons a acc)))) ; => (3 2 1)
(match-let* (((a b) '(1 2)) ((c d) (list b a))) (list a b c d)) ; => (1 2 2 1)
(match-letrec (((even? odd?) (list (lambda (n) (or (= n 0) (odd? (- n 1)))) (lambda (n) (and (not (= n 0)) (even? (- n 1))))))) (even? 10)) ; => #t
(match-letrec* ((a 1) ((b c) (list a 2))) (list a b c)) ; => (1 1 2)
((match-lambda ((a b) (+ a b)) (x x)) '(1 2)) ; => 3
((match-lambda ((a b) (+ a b)) (x x)) 5) ; => 5
((match-lambda* ((a b) (list 'two a b)) ((a . r) (list 'more a r))) 1 2) ; => (two 1 2)
((match-lambda* ((a b) (list 'two a b)) ((a . r) (list 'more a r))) 1 2 3) ; => (more 1 (2 3))
(match-let () 5) ; => 5
(match-let* () 5) ; => 5
(match-let (((a ...) '(1 2))) a) ; => (1 2)
(match '(1 2 3 4) ((a b **1 c) (list a b c))) ; => (1 (2 3) 4)
(match '(1 2 3) ((a =.. 3) a)) ; => (1 2 3)
(match '(1 2 3) ((a =.. 2) a) (_ 'no)) ; => no
(match '(1 2 3) ((a *.. 2 4) a)) ; => (1 2 3)
(match '(1 a 2 b) (((? number? n) ... x) n) (_ 'no)) ; => no
(match '((a 1) (b 2) (c 3)) ((and x (('a _) ...)) 1) ((('a v) ('b w) _ ...) (list v w))) ; => (1 2)
(match '(let ((x 1) (y 2)) (+ x y)) (('let ((names vals) ...) body ...) (list names vals body))) ; => ((x y) (1 2) ((+ x y)))
(match '(1 (2 3) (4 5)) ((a (b c) ...) (list a b c))) ; => (1 (2 4) (3 5))
(match '(1 2 x 3) (((? number? a) ... 'x b) (list a b))) ; => ((1 2) 3)
(match '#(#(1 2) #(3 4)) (#(#(a b) ...) (list a b))) ; => ((1 3) (2 4))
(match '(1 . 5) ((a b ...) 'l) ((a . b) 'p)) ; => p
(match '(1 2 3) ((_ ... x) x)) ; => 3
(match '(a . #(1 2)) ((a . #(x ...)) x)) ; => (1 2)
(match '() ((_ ..1) 1) (else 'e)) ; => e
(match '(() ()) ((() ...) 'empties)) ; => empties
(match '(1 2) ((list a b) 3) (_ 'no)) ; => no
(match '(quote x) (''x 1) (('quote y) y)) ; => 1

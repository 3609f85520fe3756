;;; Lists as sets whose members are all strings, or all integers, and lists that begin so.
(import (scheme base) (srfi 1))
(define ab (list "a" "b"))
(define few '("b" "c" "b"))
(list (lset-intersection string=? ab few) (lset-difference equal? few ab) (lset-xor string=? ab few)) ; => (("b") ("c") ("c" "a"))
(list (lset-union string=? ab few) (lset-adjoin equal? ab "c" "b" "c" "d")) ; => (("c" "a" "b") ("d" "c" "a" "b"))
(eq? (cdr (lset-union string=? ab few)) ab) ; => #t
(eq? (car (lset-intersection string=? ab few)) (cadr ab)) ; => #t
(list (lset<= string=? '("b") few) (lset<= equal? few ab) (lset= string=? few '("c" "b")) (lset= equal? few ab)) ; => (#t #f #t #f)
(list (lset-union string=? '() ab) (lset-union string=? ab '()) (lset-intersection equal? '() ab) (lset<= equal? '() ab)) ; => (("a" "b") ("a" "b") () #t)
(list (lset-intersection equal? '("a" 1 x) '(x "a")) (lset-difference equal? '(1 "a") '("a")) (lset-adjoin equal? '("a") 1 "a" 1)) ; => (("a" x) (1) (1 "a"))
(list (lset= equal? '("a" b) '(b "a")) (lset<= equal? '("a" (1)) '((1) "a" 2))) ; => (#t #t)
(list (lset-intersection eq? ab ab) (lset-difference eq? ab (list "a"))) ; => (("a" "b") ("a" "b"))
(lset-intersection string=? '("a") '(1)) ; error: type: string=?
(lset-union string=? '("a" . b) '("a")) ; error: type
(lset<= string=? '("a") '("b" . c)) ; error: type
(let ((circle (list "a" "b"))) (set-cdr! (cdr circle) circle) (lset-union string=? '("a") circle)) ; error: type
(define digits (iota 40))
(list (lset-intersection = digits '(3 50 1)) (lset-difference eqv? '(1 99 1 98) digits) (lset-adjoin equal? '(1 2) 3 1 3 4)) ; => ((1 3) (99 98) (4 3 1 2))
(list (lset-intersection = '(1 2305843009213693952) '(2305843009213693952)) (lset-union = (list (expt 2 80)) (list (expt 2 80) 1))) ; => ((2305843009213693952) (1 1208925819614629174706176))
(list (lset-intersection = '(1 2) '(2.0)) (lset-difference eqv? '(1 2) '(2.0)) (lset-xor = digits (cdr digits))) ; => ((2) (1 2) (0))
(length (lset-union string=? (map number->string digits) (map number->string (iota 60)))) ; => 60
(lset= = '(1 2 3) '(3 2 1 2)) ; => #t
(lset-intersection = '(1 a) '(1)) ; error: type: =
;; what is compared with nothing is not looked at
(delete-duplicates '("x") (lambda (a b) (= (abs a) (abs b)))) ; => ("x")
(delete-duplicates '("x" 1) (lambda (a b) (= (abs a) (abs b)))) ; error: type: abs: wanted a real number, got "x"
(lset-adjoin (lambda (a b) (= (abs a) (abs b))) '() "x") ; => ("x")
(lset-intersection (lambda (a b) (= (abs a) (abs b))) '(x) '()) ; => ()
(lset-difference (lambda (a b) (= (abs a) (abs b))) '(x) '()) ; => (x)
(lset-xor (lambda (a b) (= (abs a) (abs b))) '() '(x)) ; => (x)
(lset<= (lambda (a b) (= (abs a) (abs b))) '() '(x)) ; => #t

;;; (srfi 95) and (srfi 132): stability, sizes, ranges.
(import (scheme base) (srfi 95) (srfi 132))
(sort '(3 1 2) <) ; => (1 2 3)
(sort #(3 1 2) <) ; => #(1 2 3)
(sort '() <) ; => ()
(sort '((b . 1) (a . 1) (c . 0)) < cdr) ; => ((c . 0) (b . 1) (a . 1))
(map sort '((3 1.5 2) #(b a) ("b" "a") ((2 1) (1 9) (1)) (z "y" #\x 1 ()))) ; => ((1.5 2 3) #(a b) ("a" "b") ((1) (1 9) (2 1)) (() #\x "y" z 1))
(map sorted? '((1 2) (2 1) #() #("b" "a"))) ; => (#t #f #t #f)
(let ((v (vector 3 1 2))) (sort! v) v) ; => #(1 2 3)
(list-sort! < (list 2 1)) ; => (1 2)
(list-stable-sort! < (list 2 1)) ; => (1 2)
(define (numbers n) (let loop ((i 0) (x 12345) (l '())) (if (= i n) l (loop (+ i 1) (modulo (+ (* x 1103515245) 12345) 2147483648) (cons (modulo x 1000) l)))))
(define (ordered? l) (or (null? l) (null? (cdr l)) (and (<= (car l) (cadr l)) (ordered? (cdr l)))))
(map (lambda (n) (ordered? (list-sort (lambda (a b) (< a b)) (numbers n)))) '(0 1 2 7 8 9 15 16 17 100 333)) ; => (#t #t #t #t #t #t #t #t #t #t #t)
(let ((l (numbers 200))) (apply + (list-sort < l)) (= (apply + l) (apply + (list-sort < l)))) ; => #t
(let* ((l (map (lambda (x i) (cons (modulo x 5) i)) (numbers 60) (let iota ((i 59) (l '())) (if (< i 0) l (iota (- i 1) (cons i l)))))) (s (list-stable-sort (lambda (a b) (< (car a) (car b))) l))) (let loop ((s s)) (or (null? (cdr s)) (and (or (< (caar s) (car (cadr s))) (< (cdar s) (cdr (cadr s)))) (loop (cdr s)))))) ; => #t
(let ((v (vector 5 4 3 2 1))) (vector-sort! < v 1 4) v) ; => #(5 2 3 4 1)
(vector-sort < #(3 1 2)) ; => #(1 2 3)
(list-sort 5 '(1 2)) ; error: error: list-sort: wanted a procedure
(list-sort < '(1 a)) ; error: type:
(list-sort < '(2 1.5 1/2 1)) ; => (1/2 1 1.5 2)
(list-sort > '(1 1.0 2)) ; => (2 1 1.0)
(list-sort string<? '("b" "a" "ab")) ; => ("a" "ab" "b")
(list-sort string>? '("b" "a")) ; => ("b" "a")
(list-sort char<? '(#\b #\a)) ; => (#\a #\b)
(list-sort string<? '("b" a)) ; error: type:
(vector-sort < #(5 3 1 2) 1 3) ; => #(1 3)
(vector-sort < #(1 2) 3) ; error: range:
(sort 5 <) ; error: type:
(call/cc (lambda (k) (list-sort (lambda (a b) (k 'escaped)) '(2 1)))) ; => escaped
(list-merge < '() '(1)) ; => (1)
(vector-merge < #(9 1 3) #(2) 1) ; => #(1 2 3)
(vector-find-median < #() 'none) ; => none
(vector-find-median < #(1 2 3) 0) ; => 2
(vector-find-median < #(1 2) 0 list) ; => (1 2)
(vector-delete-neighbor-dups = #(1 1 2 3 3)) ; => #(1 2 3)
(list-sorted? < '()) ; => #t
(vector-sorted? < #(2 1)) ; => #f

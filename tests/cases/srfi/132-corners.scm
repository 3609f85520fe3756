;;; (srfi 132): stability, ranges, medians, selection.
(import (scheme base) (scheme write) (srfi 132))
(list-sorted? < '(1 2 2)) ; => #t
(list-sorted? < '(1 3 2)) ; => #f
(list-sorted? <= '(1 1)) ; => #f
(vector-sorted? < #(1 2 3) 1) ; => #t
(vector-sorted? < #(3 1 2) 1) ; => #t
(vector-sorted? < #(3 1 2) 0 1) ; => #t
(list-sort < '(3 1 2)) ; => (1 2 3)
(list-stable-sort (lambda (a b) (< (car a) (car b))) '((2 a) (1 b) (2 c) (1 d))) ; => ((1 b) (1 d) (2 a) (2 c))
(list-sort! > (list 1 2 3)) ; => (3 2 1)
(list-stable-sort! > (list 1 2 3)) ; => (3 2 1)
(vector-sort < #(5 3 1 2) 1) ; => #(1 2 3)
(vector-sort < #(5 3 1 2 0) 1 3) ; => #(1 3)
(vector-stable-sort (lambda (a b) (< (car a) (car b))) #((2 a) (1 b) (2 c) (1 d))) ; => #((1 b) (1 d) (2 a) (2 c))
(let ((v (vector 5 3 1 2 0))) (vector-sort! < v 1 4) v) ; => #(5 1 2 3 0)
(let ((v (vector 5 3 1 2 0))) (vector-stable-sort! < v) v) ; => #(0 1 2 3 5)
(list-merge < '(1 4 7) '(2 4 9)) ; => (1 2 4 4 7 9)
(list-merge (lambda (a b) (< (car a) (car b))) '((1 a) (2 a)) '((1 b) (2 b))) ; => ((1 a) (1 b) (2 a) (2 b))
(list-merge! < (list 1 3) (list 2)) ; => (1 2 3)
(vector-merge < #(1 4) #(2 5)) ; => #(1 2 4 5)
(vector-merge < #(0 1 4) #(2 5 9) 1 3 0 2) ; => #(1 2 4 5)
(let ((v (make-vector 6 'x))) (vector-merge! < v #(1 3) #(2) 1) v) ; => #(x 1 2 3 x x)
(let ((v (make-vector 6 'x))) (vector-merge! < v #(0 1 3) #(2 7) 1 1 3 0 1) v) ; => #(x 1 2 3 x x)
(list-merge < '() '()) ; => ()
(list-merge < '(1) '()) ; => (1)
(list-delete-neighbor-dups = '(1 1 2 2 1 1)) ; => (1 2 1)
(list-delete-neighbor-dups = '()) ; => ()
(list-delete-neighbor-dups! = (list 1 1 2)) ; => (1 2)
(vector-delete-neighbor-dups = #(1 1 2 2 1)) ; => #(1 2 1)
(vector-delete-neighbor-dups = #(1 1 1 2 2 2) 2 5) ; => #(1 2)
(let* ((v (vector 1 1 2 2 3)) (n (vector-delete-neighbor-dups! = v))) (list n v)) ; => (3 #(1 2 3 2 3))
(let* ((v (vector 0 0 0 1 1 2 2 3 3 4 4 5 5 6 6)) (n (vector-delete-neighbor-dups! = v 3))) (list n v)) ; => (9 #(0 0 0 1 2 3 4 5 6 4 4 5 5 6 6))
(let* ((v (vector 0 0 0 1 1 2 2 3 3 4 4 5 5 6 6)) (n (vector-delete-neighbor-dups! = v 3 10))) (list n v)) ; => (7 #(0 0 0 1 2 3 4 3 3 4 4 5 5 6 6))
(vector-find-median < #(1 2 3) 'none) ; => 2
(vector-find-median < #(1 2 3 4) 'none) ; => 5/2
(vector-find-median < #(1 2 3 4) 'none list) ; => (2 3)
(vector-find-median < #(3 1 2) 0) ; => 2
(let* ((v (vector 3 1 2)) (m (vector-find-median! < v 0))) (list m v)) ; => (2 #(1 2 3))
(vector-select! < (vector 5 3 1 4 2) 0) ; => 1
(vector-select! < (vector 5 3 1 4 2) 4) ; => 5
(vector-select! < (vector 5 3 1 4 2) 0 1) ; => 1
(vector-select! < (vector 5 3 1 4 2) 1 1 4) ; => 3
(vector-select! < (vector 1) 1) ; error: range:
(let ((v (vector 5 3 1 4 2))) (vector-separate! < v 2) (list-sort < (list (vector-ref v 0) (vector-ref v 1)))) ; => (1 2)
(list-sort '(3 1) <) ; error: error: list-sort: wanted a procedure as order
(vector-sort #(3 1) <) ; error: type:
(list-sort < 5) ; error: type:
(list-sort < '(3 1 . 2)) ; error: type:
(let ((v (vector 5 1 4))) (vector-separate! < v 1 1) v) ; => #(5 1 4)
;; orders that call nothing, and such as do
(define (by-car a b) (< (car a) (car b)))
(list-sort by-car '((2 a) (1 b) (2 c) (1 d) (0 e) (2 f))) ; => ((0 e) (1 b) (1 d) (2 a) (2 c) (2 f))
(list-sort (lambda (a b) (> (abs a) (abs b))) '(1 -3 2 3 -2 -1)) ; => (-3 3 2 -2 1 -1)
(vector-sort (lambda (a b) (string<? (symbol->string a) (symbol->string b))) #(c a b) 1) ; => #(a b)
(list-sort (lambda (a b) (< (car a) (car b))) '((1) (2) x)) ; error: type: car: wanted a pair, got x
(list-sort (lambda (a) #t) '(1 2)) ; error: arity:
(let ((n 0)) (let ((l (list-sort (lambda (a b) (set! n (+ n 1)) (< a b)) '(3 1 2)))) (list l (> n 0)))) ; => ((1 2 3) #t)
(let ((k #f) (turns 0)) (let ((l (list-sort (lambda (a b) (call/cc (lambda (c) (if (not k) (set! k c)))) (< a b)) '(3 1 2)))) (set! turns (+ turns 1)) (if (< turns 3) (k #f) turns))) ; => 3
(call/cc (lambda (k) (list-sort (lambda (a b) (if (= a 1) (k 'out) (< a b))) '(3 2 1 0)))) ; => out
(list-sort (lambda (a b) (by-car a b)) '((2) (1))) ; => ((1) (2))
(list-sort (lambda (a b) (if (by-car a b) 'yes #f)) '((2) (1) (3))) ; => ((1) (2) (3))

;;; (srfi 1): what its examples do not show.
(import (scheme base) (srfi 1))
(map (lambda (f) (f '(1 2 3 4 5 6 7 8 9 10))) (list first second third fourth fifth sixth seventh eighth ninth tenth)) ; => (1 2 3 4 5 6 7 8 9 10)
(append-reverse '(3 2 1) '(4)) ; => (1 2 3 4)
(append-reverse! (list 3 2 1) '(4)) ; => (1 2 3 4)
(last-pair '(1 2 . 3)) ; => (2 . 3)
(cons* 1 2 '(3 4)) ; => (1 2 3 4)
(cons* 1) ; => 1
(iota 5) ; => (0 1 2 3 4)
(iota 3 1) ; => (1 2 3)
(iota -1) ; error: error: iota: wanted a count
(list-copy '(1 2)) ; => (1 2)
(proper-list? (circular-list 1)) ; => #f
(circular-list? '(1 2)) ; => #f
(dotted-list? 5) ; => #t
(dotted-list? '()) ; => #f
(length+ '(1 2)) ; => 2
(list= eq?) ; => #t
(list= = '(1) '(1 2)) ; => #f
(take '(1 2 3 . d) 3) ; => (1 2 3)
(drop '(1 2 3 . d) 3) ; => d
(take-right '(1 2 3 . d) 2) ; => (2 3 . d)
(drop-right '(1 2 3 . d) 2) ; => (1)
(take '(1) 2) ; error: range: take: argument 2: wanted an index from 0 to 1, got 2
(concatenate! (list '() (list 1) '() (list 2 3) '())) ; => (1 2 3)
(call-with-values (lambda () (unzip2 '((1 one) (2 two)))) list) ; => ((1 2) (one two))
(call-with-values (lambda () (unzip3 '((1 2 3)))) list) ; => ((1) (2) (3))
(call-with-values (lambda () (unzip4 '((1 2 3 4)))) list) ; => ((1) (2) (3) (4))
(call-with-values (lambda () (unzip5 '((1 2 3 4 5)))) list) ; => ((1) (2) (3) (4) (5))
(count even? '(3 1 4 1 5 9 2 5 6)) ; => 3
(fold + 0 '(1 2 3)) ; => 6
(fold + 0 '(1 2) '(10 20) '(100 200)) ; => 333
(fold cons '() '(1 2 3)) ; => (3 2 1)
(fold cons 0 5) ; error: error: fold: wanted a list
(fold-right + 0 '(1 2) '(10 20)) ; => 33
(fold-right cons* '() '(a b) '(1 2)) ; => (a 1 b 2)
(pair-fold (lambda (p q r) (cons (list p q) r)) '() '(1 2) '(3 4)) ; => (((2) (4)) ((1 2) (3 4)))
(reduce + 0 '()) ; => 0
(reduce - 0 '(1 2 3 4)) ; => 2
(reduce-right + 0 '(1 2 3)) ; => 6
(unfold null? car cdr '(1 2) (lambda (x) 'end)) ; => (1 2 . end)
(unfold-right null? car cdr '(1 2 3)) ; => (3 2 1)
(append-map! (lambda (x) (list x x)) '(1 2)) ; => (1 1 2 2)
(append-map list '(1 2) '(a b)) ; => (1 a 2 b)
(append-map (lambda (x) x) '()) ; => ()
(map! + (list 1 2) '(10 20)) ; => (11 22)
(filter-map (lambda (a b) (and (< a b) b)) '(1 5) '(3 4)) ; => (3)
(filter odd? 5) ; error: error: filter: wanted a list
(remove even? '(1 2 3)) ; => (1 3)
(remove! even? (list 1 2 3)) ; => (1 3)
(call-with-values (lambda () (partition! symbol? (list 'a 1))) list) ; => ((a) (1))
(find even? '(1 3)) ; => #f
(any odd? '()) ; => #f
(every odd? '()) ; => #t
(any (lambda (x) (and (even? x) (* x x))) '(1 2 3)) ; => 4
(every (lambda (x) (and (odd? x) (* x x))) '(1 3)) ; => 9
(list-index = '(1 2 3) '(3 2 1)) ; => 1
(call-with-values (lambda () (span! even? (list 2 3))) list) ; => ((2) (3))
(delete 3 '(1 3 5) <) ; => (1 3)
(delete-duplicates '((a . 3) (b . 7) (c . 1) (a . 9) (b . 11)) (lambda (x y) (eq? (car x) (car y)))) ; => ((a . 3) (b . 7) (c . 1))
(alist-delete 5 '((1 . a) (7 . b)) <) ; => ((1 . a))
(let* ((a (list (cons 'x 1))) (b (alist-copy a))) (set-cdr! (car b) 2) a) ; => ((x . 1))
(lset<= eq?) ; => #t
(lset= eq? '(a) '(b)) ; => #f
(lset-adjoin eq? '(a b c) 'd 'a 'e) ; => (e d a b c)
(lset-union eq? '(a b c d e) '(a e i o u)) ; => (u o i a b c d e)
(lset-union eq? '(a a c) '(x a x)) ; => (x a a c)
(lset-union eq?) ; => ()
(lset-intersection eq? '(a x y a) '(x a x z)) ; => (a x a)
(lset-intersection! eq? (list 'a 'b) '(b)) ; => (b)
(lset-difference! eq? (list 'a 'b) '(b)) ; => (a)
(lset-xor! eq? (list 'a 'b) (list 'b 'c)) ; => (c a)
(call-with-values (lambda () (lset-diff+intersection! eq? (list 'a 'b) '(b))) list) ; => ((a) (b))
(call/cc (lambda (k) (fold (lambda (x n) (if (> n 5) (k n) (+ x n))) 0 '(1 2 3 4 5)))) ; => 6
;; one list at least
(any list) ; error: arity: any
(every list) ; error: arity: every
(fold list 0) ; error: arity: fold
(fold-right list 0) ; error: arity: fold-right
(pair-fold list 0) ; error: arity: pair-fold
(pair-for-each list) ; error: arity: pair-for-each
(list-index list) ; error: arity: list-index
(count list) ; error: arity: count
(list (any + '(1) '(2) '(3)) (every + '(1 2) '(2 3) '(3 4)) (every + '() '() '()) (list-index = '(1 2) '(2 2) '(3 2)) (count = '(1 2) '(1 3) '(1 2))) ; => (6 9 #t 1 1)

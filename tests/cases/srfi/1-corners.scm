;;; (srfi 1): circular and dotted arguments, lists of different length, orders of arguments.
(import (scheme base) (scheme write) (srfi 1))
(define (circ . l) (apply circular-list l))
(xcons 1 2) ; => (2 . 1)
(cons* 1 2 '(3)) ; => (1 2 3)
(make-list 3 'x) ; => (x x x)
(make-list 0) ; => ()
(list-tabulate 4 values) ; => (0 1 2 3)
(take (circ 1 2) 5) ; => (1 2 1 2 1)
(iota 5 0 -0.1) ; => (0.0 -0.1 -0.2 -0.30000000000000004 -0.4)
(iota 0) ; => ()
(iota 3 0 1/3) ; => (0 1/3 2/3)
(iota 5 0. 1) ; => (0.0 1.0 2.0 3.0 4.0)
(proper-list? '(1 . 2)) ; => #f
(proper-list? (circ 1)) ; => #f
(proper-list? '()) ; => #t
(circular-list? (circ 1 2)) ; => #t
(circular-list? '(1)) ; => #f
(circular-list? 5) ; => #f
(dotted-list? '(1 . 2)) ; => #t
(dotted-list? (circ 1)) ; => #f
(not-pair? '()) ; => #t
(null-list? '()) ; => #t
(null-list? '(1)) ; => #f
(null-list? 5) ; error: error: null-list?: wanted a list
(list= eq? '(a)) ; => #t
(list= eq? '(a) '(a) '(a)) ; => #t
(list= = '(1 2) '(1 3)) ; => #f
(list= eq? '(a) '(a b)) ; => #f
(list= equal? '() '() '(1)) ; => #f
(first '(1 2 3 4 5 6 7 8 9 10)) ; => 1
(tenth '(1 2 3 4 5 6 7 8 9 10)) ; => 10
(fifth '(1 2)) ; error: type:
(call-with-values (lambda () (car+cdr '(1 . 2))) list) ; => (1 2)
(take '(a b c d e) 2) ; => (a b)
(drop '(a b c d e) 2) ; => (c d e)
(take '(1 2 3 . d) 2) ; => (1 2)
(drop '(1 2 3 . d) 2) ; => (3 . d)
(take-right '(a b c d e) 2) ; => (d e)
(drop-right '(a b c d e) 2) ; => (a b c)
(take-right '(1 2 3 . d) 0) ; => d
(drop-right '(1 2 3 . d) 0) ; => (1 2 3)
(drop '(1) 2) ; error: range: drop: argument 2: wanted an index from 0 to 1, got 2
(take-right '(1) 2) ; error: range: drop: argument 2: wanted an index from 0 to 1, got 2
(take! (list 1 2 3) 2) ; => (1 2)
(drop-right! (list 1 2 3) 1) ; => (1 2)
(take! (circ 1 3 5) 8) ; => (1 3)
(call-with-values (lambda () (split-at '(a b c d e f g h) 3)) list) ; => ((a b c) (d e f g h))
(call-with-values (lambda () (split-at! (list 1 2 3) 0)) list) ; => (() (1 2 3))
(last '(a b c)) ; => c
(last-pair '(a b . c)) ; => (b . c)
(last '()) ; error: type:
(last-pair '()) ; error: type:
(split-at '(1) 3) ; error: error: split-at: the list is too short: (1)
(take 5 0) ; => ()
(drop 5 0) ; => 5
(take-right 5 0) ; => 5
(length+ (circ 1)) ; => #f
(length+ '(1 . 2)) ; error: error: length+: wanted a list
(append '(1) '(2 . 3)) ; => (1 2 . 3)
(append 1) ; => 1
(concatenate '((1) (2) (3 4))) ; => (1 2 3 4)
(append! (list 1) '() (list 2) 3) ; => (1 2 . 3)
(append! '() '(1)) ; => (1)
(append!) ; => ()
(append! '() '() 5) ; => 5
(concatenate! (list (list 1) (list 2))) ; => (1 2)
(reverse! (list 1 2 3)) ; => (3 2 1)
(append-reverse '() 5) ; => 5
(append-reverse '(4 3 2 1) 5) ; => (1 2 3 4 . 5)
(zip '(1 2 3) '(4 5)) ; => ((1 4) (2 5))
(zip '(one two three) '(1 2 3) '(odd even odd)) ; => ((one 1 odd) (two 2 even) (three 3 odd))
(zip '(1 2) (circ 'a 'b)) ; => ((1 a) (2 b))
(list (zip '() '(1)) (zip '(1 2 . 3) '(4 5)) (length (zip (circ 1 2) '(3 4 5))) (map car (zip '(1 2) '(3 4)))) ; => (() ((1 4) (2 5)) 3 (1 2))
(let ((l (iota 300))) (list (length (zip l l)) (list-ref (zip l (cdr l)) 298))) ; => (300 (298 299))
(zip (circ 1 2) (circ 3)) ; error: type: zip
(let ((row (car (zip '(1 2) '(3 4))))) (set-car! row 9) row) ; => (9 3)
(let ((sum 0)) (for-each (lambda (p) (set! sum (+ sum (* (car p) (cadr p))))) (zip '(1 2 3) '(4 5 6))) sum) ; => 32
(unzip1 '((1) (2))) ; => (1 2)
(call-with-values (lambda () (unzip2 '((1 one) (2 two)))) list) ; => ((1 2) (one two))
(call-with-values (lambda () (unzip3 '((1 a x) (2 b y)))) list) ; => ((1 2) (a b) (x y))
(call-with-values (lambda () (unzip4 '((1 2 3 4)))) list) ; => ((1) (2) (3) (4))
(call-with-values (lambda () (unzip5 '((1 2 3 4 5)))) list) ; => ((1) (2) (3) (4) (5))
(count even? '(3 1 4 1 5 9 2)) ; => 2
(count < '(1 2 4 8) '(2 4 6 8 10 12 14 16)) ; => 3
(count < '(3 1 4 1) (circ 1 10)) ; => 2
(fold cons* '() '(a b c) '(1 2 3 4 5)) ; => (c 3 b 2 a 1)
(fold + 0 '(1 2) (circ 1)) ; => 5
(fold-right cons* '() '(a b c) '(1 2 3 4 5)) ; => (a 1 b 2 c 3)
(fold-right list 'z '(1 2 3)) ; => (1 (2 (3 z)))
(pair-fold (lambda (p acc) (set-cdr! p acc) p) '() (list 1 2 3)) ; => (3 2 1)
(pair-fold list 0 '(1 2) '(a b c)) ; => ((2) (b c) ((1 2) (a b c) 0))
(pair-fold-right cons '() '(a b c)) ; => ((a b c) (b c) (c))
(pair-fold-right list 'z '(1 2) '(a b c)) ; => ((1 2) (a b c) ((2) (b c) z))
(reduce max 0 '()) ; => 0
(reduce-right - 0 '(1 2 3 4)) ; => -2
(reduce list 'id '(1 2 3)) ; => (3 (2 1))
(reduce-right list 'id '(1 2 3)) ; => (1 (2 3))
(reduce + 0 '(5)) ; => 5
(reduce-right append '() '((1) (2) (3))) ; => (1 2 3)
(unfold (lambda (x) (> x 5)) (lambda (x) (* x x)) (lambda (x) (+ x 1)) 1) ; => (1 4 9 16 25)
(unfold null-list? car cdr '(1 2 . 3) values) ; error: error: null-list?: wanted a list
(unfold zero? - (lambda (x) (- x 1)) 3 (lambda (x) (list 'end x))) ; => (-3 -2 -1 end 0)
(unfold-right zero? (lambda (x) (* x x)) (lambda (x) (- x 1)) 5) ; => (1 4 9 16 25)
(unfold-right null? car cdr '(1 2 3) '(tail)) ; => (3 2 1 tail)
(append-map (lambda (x) (list x x)) '(1 2)) ; => (1 1 2 2)
(append-map list '(1 2) '(a b c)) ; => (1 a 2 b)
(append-map (lambda (x) x) '((1) 2)) ; => (1 . 2)
(append-map! (lambda (x) (list x (- x))) '(1 3 8)) ; => (1 -1 3 -3 8 -8)
(map! + (list 1 2 3) '(10 20 30 40)) ; => (11 22 33)
(map-in-order list '(1 2) '(3 4)) ; => ((1 3) (2 4))
(let ((l '())) (pair-for-each (lambda (p) (set! l (cons p l))) '(a b c)) l) ; => ((c) (b c) (a b c))
(filter-map (lambda (x) (and (number? x) (* x x))) '(a 1 b 3 c 7)) ; => (1 9 49)
(filter-map (lambda (x y) (and (< x y) (- y x))) '(1 5 2) '(2 3 9 9)) ; => (1 7)
(map + '(1 2) (circ 10)) ; => (11 12)
(map cons '(1 2 3) '(a b)) ; => ((1 . a) (2 . b))
(call-with-values (lambda () (partition symbol? '(one 2 3 four five 6))) list) ; => ((one four five) (2 3 6))
(filter odd? '(1 2 3)) ; => (1 3)
(remove even? '(0 7 8 8 43 -4)) ; => (7 43)
(filter! odd? (list 1 2 3)) ; => (1 3)
(remove! odd? (list 1 2 3)) ; => (2)
(call-with-values (lambda () (partition! odd? (list 1 2 3))) list) ; => ((1 3) (2))
(let ((l '(1 3 5))) (eq? l (filter odd? l))) ; => #f
(find even? '(3 1 4 1 5 9)) ; => 4
(find even? '(1)) ; => #f
(find-tail even? '(3 1 37 -8 -5 0 0)) ; => (-8 -5 0 0)
(find-tail even? '(3)) ; => #f
(take-while even? '(2 18 3 10 22 9)) ; => (2 18)
(drop-while even? '(2 18 3 10 22 9)) ; => (3 10 22 9)
(drop-while even? '(2)) ; => ()
(call-with-values (lambda () (span even? '(2 18 3 10 22 9))) list) ; => ((2 18) (3 10 22 9))
(call-with-values (lambda () (break even? '(3 1 4 1 5 9))) list) ; => ((3 1) (4 1 5 9))
(call-with-values (lambda () (span! even? (list 2 3))) list) ; => ((2) (3))
(call-with-values (lambda () (break! even? (list 2 3))) list) ; => (() (2 3))
(take-while! odd? (list 1 3 4 5)) ; => (1 3)
(any integer? '(a 3 b 2.7)) ; => #t
(any < '(3 1 4 1 5) '(2 7 1 8 2)) ; => #t
(any (lambda (x y) (and (= x y) (list x y))) '(1 2 3) '(3 2 1 0)) ; => (2 2)
(every + '(1 2 3) '(10 20)) ; => 22
(every (lambda (x) (and (odd? x) x)) '(1 3 5)) ; => 5
(every < '(1 2) (circ 5)) ; => #t
(list-index even? '(3 1 4 1 5 9)) ; => 2
(list-index < '(3 1 4 1 5 9 2 5 6) '(2 7 1 8 2)) ; => 1
(list-index = '(3 1 4 1 5 9 2 5 6) '(2 7 1 8 2)) ; => #f
(delete 2 '(1 2 3 2)) ; => (1 3)
(delete 5 '(1 6 10 3) <) ; => (1 3)
(delete! 2 (list 1 2 2 3)) ; => (1 3)
(delete-duplicates '(a b a c a b c z)) ; => (a b c z)
(delete-duplicates! (list 1 1 2)) ; => (1 2)
(delete-duplicates '()) ; => ()
(alist-cons 1 2 '()) ; => ((1 . 2))
(alist-copy '((1 . 2) (3 . 4))) ; => ((1 . 2) (3 . 4))
(alist-delete 1 '((1 . 2) (3 . 4) (1 . 5))) ; => ((3 . 4))
(alist-delete 5 '((1 . 2) (9 . 4)) <) ; => ((1 . 2))
(alist-delete! 1 (list (cons 1 2))) ; => ()
(lset<= eq? '(a) '(a b a) '(a b c c)) ; => #t
(lset<= eq? '(a)) ; => #t
(lset= eq? '(b e a) '(a e b) '(e e b a)) ; => #t
(lset= eq?) ; => #t
(lset= eq? '(a)) ; => #t
(lset-adjoin eq? '(a b c d c e) 'd 'c 'y) ; => (y a b c d c e)
(lset-adjoin eq? '(a b c) 'd 'e) ; => (e d a b c)
(lset-union eq? '(a b c)) ; => (a b c)
(lset-union = '(1 2) '(3 3) '(2 4)) ; => (4 3 1 2)
(lset-intersection eq? '(a b c d e) '(a e i o u)) ; => (a e)
(lset-intersection eq? '(a b c)) ; => (a b c)
(lset-difference eq? '(a b c d e) '(a e i o u)) ; => (b c d)
(lset-difference eq? '(a b c)) ; => (a b c)
(lset-xor eq? '(a b c d e) '(a e i o u)) ; => (i o u b c d)
(lset-xor eq?) ; => ()
(lset-xor eq? '(a b c d e)) ; => (a b c d e)
(call-with-values (lambda () (lset-diff+intersection eq? '(a b c d e) '(a e) '(c z))) list) ; => ((b d) (a c e))
(lset-union! eq? (list 'a) (list 'b)) ; => (b a)
(call-with-values (lambda () (lset-diff+intersection! eq? (list 'a 'b) '(b))) list) ; => ((a) (b))
(lset-adjoin < '(3) 1) ; => (1 3)
(let ((log '())) (lset-adjoin (lambda (a b) (set! log (cons (list a b) log)) #f) '(1) 2) log) ; => ((1 2))
(let ((log '())) (lset-union (lambda (a b) (set! log (cons (list a b) log)) #f) '(1) '(2)) log) ; => ((1 2))
(let ((log '())) (lset-intersection (lambda (a b) (set! log (cons (list a b) log)) #f) '(1) '(2)) log) ; => ((1 2))
(let ((log '())) (lset<= (lambda (a b) (set! log (cons (list a b) log)) #f) '(1) '(2)) log) ; => ((1 2))
(let ((log '())) (delete 1 '(2) (lambda (a b) (set! log (cons (list a b) log)) #f)) log) ; => ((1 2))
(let ((log '())) (delete-duplicates '(1 2 3) (lambda (a b) (set! log (cons (list a b) log)) #f)) (reverse log)) ; => ((1 2) (2 3) (1 3))
(let ((log '())) (member 1 '(2) (lambda (a b) (set! log (cons (list a b) log)) #f)) log) ; => ((1 2))
(let ((log '())) (alist-delete 1 '((2 . 3)) (lambda (a b) (set! log (cons (list a b) log)) #f)) log) ; => ((1 2))
(first '()) ; error: type:
(third '(1 2)) ; error: type:
(fold car 1 5) ; error: error: fold: wanted a list
(fold 'x 1 '(1)) ; error: type:
(fold + 0 '(1 . 2)) ; error: error: fold: wanted a list
(filter odd? '(1 . 2)) ; error: error: filter: wanted a list
(reduce + 0 5) ; error: error: reduce: wanted a list
(any odd? 5) ; error: error: any: wanted a list, got 5
(find odd? '(2 . 4)) ; error: error: find: wanted a list, got (2 . 4)
(iota 'a) ; error: error: iota: wanted a count of 0 or more
(iota 3 'a) ; error: type:
(list-tabulate -1 values) ; => ()
(take '(1 2) -1) ; => ()
(concatenate 5) ; error: type:
(delete-duplicates 5) ; error: type: delete-duplicates: argument 1: wanted a proper list
(last 5) ; error: type:
(unfold 1 2 3 4) ; error: type:
(partition odd? '(1 2 . 3)) ; error: error: partition: wanted a list
(list-index even? '(1 . 2)) ; error: error: list-index: wanted a list, got (1 . 2)
(every odd? '(1 . 3)) ; error: error: every: wanted a list, got (1 . 3)
(any odd? '(1 . 3)) ; => #t
(every odd? '(2 . 3)) ; => #f
(any < '(1 2) '(0 3 . 4)) ; => #t
(every < '(1 2) '(0 . 3)) ; => #f
(any < '(1 2) '(0 . 3)) ; error: error: any: wanted lists, got (1 2) (0 . 3)
(fold + 0 '(1 2) 5) ; error: error: fold: wanted lists, got (1 2) 5
(fold + 0 '(1) '(1) '(1) '(1) '(1 . 5)) ; => 5
(fold + 0 '(1 2) '(1 2) '(1 2) '(1 2) '(1 . 5)) ; error: type: fold: wanted a list, got 5
(map + '(1 2) '(1 2) '(1 2) '(1 2) '(1 . 5)) ; error: type: map: wanted a list, got 5
(map list '(1 2) '(1 2) '(1 2) '(1 2) '(1 . 5)) ; error: type: map: wanted a list, got 5
(zip '(1 2) '(1 . 5)) ; error: type: zip: wanted a list, got 5
(append-reverse '(1 . 2) 3) ; error: type:
(apply append '((1) (2))) ; => (1 2)
(circular-list) ; error: arity:
(length+ 5) ; error: error: length+: wanted a list
(zip) ; error: arity:
(cons*) ; error: arity:
(unzip1 '(1)) ; error: type:
(call-with-values (lambda () (span odd? '(1 . 2))) list) ; error: error: span: wanted a list, got (1 . 2)
(alist-copy '(1)) ; error: type:
(alist-delete 'a 5) ; error: error: alist-delete: wanted a list, got 5
(alist-delete 'a '((a . 1) 5)) ; error: type: wanted a pair, got 5
(alist-delete 'a '((a . 1) (b . 2) (a . 3)) eq?) ; => ((b . 2))
(let ((back #f) (n 0)) (let ((l (alist-delete 2 '((1 . a) (2 . b) (3 . c)) (lambda (x y) (if (= y 3) (call/cc (lambda (k) (set! back k) #f)) (= x y)))))) (set! n (+ n 1)) (if (< n 3) (back (= n 1)) l))) ; => ((1 . a) (3 . c))
(delete 2 5 (lambda (x y) (= x y))) ; error: error: delete: wanted a list, got 5
(lset-union eq? '(a b) '(b c c) '(d)) ; => (d c a b)
(lset-union equal? '(a "a" b) '("a" b c)) ; => (c a "a" b)
(lset-union eq? (list "a") (list (string #\a))) ; => ("a" "a")
(lset-union eqv? '(a 1) '(1 b)) ; => (b a 1)
(lset-intersection eq? '(a b c) '(c "a" a)) ; => (a c)
(lset-difference eq? '(a b c) '()) ; => (a b c)
(lset-difference eq? '() '(a)) ; => ()
(lset-adjoin eq? '(a b) 'c 'a 'c) ; => (c a b)
(list (lset<= eq? '(a) '(b a)) (lset<= eq? '(a "a") '(a)) (lset= eq? '(a b b) '(b a)) (lset= eq? '() '())) ; => (#t #f #t #t)
(lset-xor eq? '(a b) '(b c)) ; => (c a)
(lset-union symbol=? '(a b) '(b c)) ; => (c a b)
(lset-union symbol=? '(a b) '(1)) ; error: type: symbol=?
(lset-union eq? '(a . b) '(c)) ; error: type: wanted a proper list
(list (take '(1 2) -1) (drop '(1 2) -1) (take '() 0) (drop '(1 . 2) 1)) ; => (() (1 2) () 2)
(let ((l (list 1 2 3))) (set-cdr! (cddr l) l) (list (take l 5) (car (drop l 1000000000000)))) ; => ((1 2 3 1 2) 2)
(let ((l (list 1 2 3))) (set-cdr! (cddr l) l) (last-pair l)) ; error: type: last-pair
(take '(1 . 2) 2) ; error: range: take: argument 2
(map (lambda (n) (last (iota n))) '(1 2 16 17 18 24 25 26 33 300 2064 2065 2066 5000)) ; => (0 1 15 16 17 23 24 25 32 299 2063 2064 2065 4999)
(map (lambda (n) (cdr (last-pair (append (iota n) 'end)))) '(1 17 25 26 2065)) ; => (end end end end end)
(map (lambda (n) (list-ref (iota 200) n)) '(0 1 63 64 65 199)) ; => (0 1 63 64 65 199)
(apply + (take (iota 100) 4)) ; => 6
(let ((l (take '(1 2 3) 2))) (set-car! l 'x) (list l (take l 1))) ; => ((x 2) (x))
(fold-right list 'end '(1 2 3)) ; => (1 (2 (3 end)))
(fold-right cons 0 '(1 . 2)) ; error: type: fold-right: argument 3: wanted a proper list
(let ((back #f) (n 0)) (let ((r (fold-right (lambda (x acc) (if (= x 2) (cons (call/cc (lambda (k) (set! back k) x)) acc) (cons x acc))) '() '(1 2 3)))) (set! n (+ n 1)) (if (< n 3) (back (* 10 n)) r))) ; => (1 20 3)

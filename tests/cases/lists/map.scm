;;; R7RS 6.10: map and for-each.
(map cadr '((a b) (d e) (g h))) ; => (b e h)
(map + '(1 2) '(10 20)) ; => (11 22)
(map + '(1 2) '(10 20) '(100 200 300)) ; => (111 222)
(map + '(1 2 3) '(10)) ; => (11)
(map car '()) ; => ()
(let ((c (list 1 2))) (set-cdr! (cdr c) c) (map + '(1 2 3) c)) ; => (2 4 4)
(let ((n 0)) (for-each (lambda (x) (set! n (+ n x))) '(1 2 3)) n) ; => 6
(let ((l '())) (for-each (lambda (a b) (set! l (cons (* a b) l))) '(1 2) '(3 4)) l) ; => (8 3)
(let ((l '())) (for-each (lambda (a b c) (set! l (cons (+ a b c) l))) '(1 2) '(3 4) '(5 6)) l) ; => (12 9)
(map car 5) ; error: error: map: wanted a list
(map car '(1)) ; error: type: car:
(for-each car '(1 . 2)) ; error: type: car:
(for-each list 'x) ; error: error: for-each: wanted a list
(map (lambda (x) (* x x)) '(1 2 3)) ; => (1 4 9)
;; a continuation taken in map may return twice without changing the first result
(let ((k #f) (results '()))
  (let ((r (map (lambda (x) (call/cc (lambda (c) (if (= x 2) (set! k c)) x))) '(1 2 3))))
    (set! results (cons r results))
    (if (null? (cdr results)) (k 'again))
    (reverse results))) ; => ((1 2 3) (1 again 3))
;; one list at least: with none there would be no end
(map list) ; error: arity: map
(apply map list '()) ; error: arity: map
(for-each list) ; error: arity: for-each
(vector-map list) ; error: arity: vector-map
(vector-for-each list) ; error: arity: vector-for-each
(string-map char-upcase) ; error: arity: string-map
(string-for-each list) ; error: arity: string-for-each
(map + '(1 2) '(10 20) '(100 200 300)) ; => (111 222)
(vector-map + #(1 2) #(10 20) #(100 200 300)) ; => #(111 222)

;;; R7RS 6.4.
(cons 1 2) ; => (1 . 2)
(list) ; => ()
(car '(1 2)) ; => 1
(cdr '(1 2)) ; => (2)
(cadr '(1 2 3)) ; => 2
(cddr '(1 2 3)) ; => (3)
(caar '((1))) ; => 1
(cdar '((1 2))) ; => (2)
(caddr '(1 2 3)) ; => 3
(cadddr '(1 2 3 4)) ; => 4
(cddddr '(1 2 3 4 5)) ; => (5)
(list (caaar '(((1)))) (caadr '(1 (2))) (cadar '((1 2)))) ; => (1 2 2)
(list (cdaar '(((1 2)))) (cdadr '(1 (2 3))) (cddar '((1 2 3))) (cdddr '(1 2 3 4))) ; => ((2) (3) (3) (4))
(list (caaaar '((((1))))) (caaadr '(1 ((2)))) (caadar '((1 (2)))) (caaddr '(1 2 (3)))) ; => (1 2 2 3)
(list (cadaar '(((1 2)))) (cadadr '(1 (2 3))) (caddar '((1 2 3)))) ; => (2 3 3)
(list (cdaaar '((((1 2))))) (cdaadr '(1 ((2 3)))) (cdadar '((1 (2 3)))) (cdaddr '(1 2 (3 4)))) ; => ((2) (3) (3) (4))
(list (cddaar '(((1 2 3)))) (cddadr '(1 (2 3 4))) (cdddar '((1 2 3 4)))) ; => ((3) (4) (4))
(pair? '(1)) ; => #t
(pair? '()) ; => #f
(null? '()) ; => #t
(list? '(1 2)) ; => #t
(list? '(1 . 2)) ; => #f
(let ((x (list 1 2))) (set-cdr! (cdr x) x) (list? x)) ; => #f
(make-list 2 'x) ; => (x x)
(length '(1 2 3)) ; => 3
(append '(1) '(2 3) '() '(4)) ; => (1 2 3 4)
(append) ; => ()
(append '(1) 2) ; => (1 . 2)
(append '() '()) ; => ()
(reverse '(1 2 3)) ; => (3 2 1)
(list-tail '(1 2 3 4) 2) ; => (3 4)
(list-ref '(a b c) 2) ; => c
(let ((x (list 1 2 3))) (list-set! x 1 'b) x) ; => (1 b 3)
(let ((x (list 1 2))) (set-car! x 'a) x) ; => (a 2)
(let* ((x (list 1 2)) (y (list-copy x))) (set-car! x 'a) y) ; => (1 2)
(list-copy 5) ; => 5
(memq 'c '(a b c d)) ; => (c d)
(memq 'x '(a b)) ; => #f
(memv 101 '(100 101 102)) ; => (101 102)
(member "b" '("a" "b")) ; => ("b")
(member 2.0 '(1 2 3) =) ; => (2 3)
(assq 'b '((a 1) (b 2))) ; => (b 2)
(assv 5 '((2 3) (5 7))) ; => (5 7)
(assoc "b" '(("a" . 1) ("b" . 2))) ; => ("b" . 2)
(assoc 2.0 '((1 one) (2 two)) =) ; => (2 two)
(assoc 'x '()) ; => #f
(car 5) ; error: type: car: wanted a pair
(car '()) ; error: type: wanted a pair
(cdr "a") ; error: type: cdr: wanted a pair
(length '(1 . 2)) ; error: type:
(length 5) ; error: type:
(list-ref '(1 2) 2) ; error: range:
(list-tail '(1) 2) ; error: range:
(reverse 'a) ; error: type:
(set-car! '() 1) ; error: type:
(assq 'a '(1)) ; error: type:
(vector-ref '(1) 0) ; error: type:
(let ((x (list 1))) (set-cdr! x x) (length x)) ; error: type:
(map (lambda (x) (if (memq x '(a b c)) 1 0)) '(a d c "a" 1)) ; => (1 0 1 0 0)
(map (lambda (x) (and (memv x '(a b)) #t)) '(b c)) ; => (#t #f)
(let ((x 'b)) (if (memq x '(a . b)) 1 2)) ; error: type: memq: argument 2: wanted a proper list, got (a . b)
;; places near the head
(define (third l) (list-ref l 2))
(list (third '(1 2 3)) (third '(1 2 3 . 4)) (list-ref '(a) 0) (list-tail '(a) 1) (list-tail 'a 0)) ; => (3 3 a () a)
(third '(1 2)) ; error: range: list-ref: argument 2: wanted an index from 0 to 1, got 2
(third 5) ; error: type: list-ref
(define (tail l) (list-tail l 2))
(list (tail '(1 2)) (tail '(1 2 . 3))) ; => (() 3)
(tail '(1)) ; error: range: list-tail
(let ((l (list 1 2 3))) (eq? (tail l) (cddr l))) ; => #t

;;; R7RS 6.4: pairs and lists.
(list-copy '(1 2 . 3)) ; => (1 2 . 3)
(let* ((a (list 1 2)) (b (list-copy a))) (set-car! b 9) a) ; => (1 2)
(list-copy '()) ; => ()
(length (make-list 3)) ; => 3
(make-list 0 1) ; => ()
(make-list -1) ; error: type: make-list: argument 1: wanted a size (an exact integer from 0)
(make-list 1.0) ; error: type: make-list: argument 1: wanted a size (an exact integer from 0)
(list-set! (list 1 2) 2 0) ; error: range: list-set!: argument 2: wanted an index from 0 to 1
(let ((l (list 1 2 3))) (list-set! l 2 'x) l) ; => (1 2 x)
(list-tail '(1 2 3) 3) ; => ()
(list-tail '(1 2 . 3) 2) ; => 3
(list-tail '(1 2) 3) ; error: range: list-tail: argument 2: wanted an index from 0 to 2
(list-ref '(1 2 . 3) 2) ; error: range: list-ref: argument 2: wanted an index from 0 to 1
(list-ref '(1 2) 1.0) ; error: type: list-ref: argument 2: wanted an index (an exact integer from 0)
(list-ref '(1 2) -1) ; error: type: list-ref: argument 2: wanted an index (an exact integer from 0)
(list-tail '() 0) ; => ()
(list-tail 5 0) ; => 5
(append '(1) '(2) '(3 . 4)) ; => (1 2 3 . 4)
(append '() '() 5) ; => 5
(append '(1) '()) ; => (1)
(let* ((l (list 3 4)) (a (append '(1 2) l))) (eq? l (cddr a))) ; => #t
(append '(1)) ; => (1)
(append 5) ; => 5
(append 1 '(2)) ; error: type: append: argument 1: wanted a proper list
(append '(1 . 2) '(3)) ; error: type: append: argument 1: wanted a proper list
(reverse '()) ; => ()
(reverse '(1 (2 3) 4)) ; => (4 (2 3) 1)
(reverse '(1 . 2)) ; error: type: reverse: wanted a proper list
(length '()) ; => 0
(list? '#0=(1 . #0#)) ; => #f
(list? '()) ; => #t
(null? #f) ; => #f
(cons '(1) 2) ; => ((1) . 2)
(cdr '()) ; error: type: cdr: wanted a pair
(caar '(1)) ; error: type: caar: wanted a pair whose car is a pair
(cddr '(1 . 2)) ; error: type: cddr: wanted a pair whose cdr is a pair
(cadr '(1)) ; error: type: cadr: wanted a pair whose cdr is a pair
(cdddr '(1 2 3 . 4)) ; => 4
(let ((l (list 1 2))) (set-cdr! l l) (list? l)) ; => #f
(memq 'z '(a b)) ; => #f
(memq (list 'a) '(b (a) c)) ; => #f
(member (list 'a) '(b (a) c)) ; => ((a) c)
(member "B" '("a" "b" "c") string-ci=?) ; => ("b" "c")
(memv 1.0 '(1 2)) ; => #f
(memq 'a '(b . a)) ; error: type: memq: argument 2: wanted a proper list
(memq 'a 5) ; error: type: memq: argument 2: wanted a proper list
(member 1 '(2 . 1)) ; error: type: member: argument 2: wanted a proper list
(member 2 '(1 2 . 3)) ; => (2 . 3)
(member 5 '(1 2 3) <) ; => #f
(member 2 '(1 2 3) (lambda (a b) (= (+ a 1) b))) ; => (3)
(assq (list 'a) '(((a)) ((b)))) ; => #f
(assoc (list 'a) '(((a)) ((b)))) ; => ((a))
(assoc 2.0 '((1 1) (2 4) (3 9)) =) ; => (2 4)
(assv 5 '((2 3) (5 7) (11 13))) ; => (5 7)
(assq 'c '((a 1) (b 2))) ; => #f
(assq 'a '(5 (a 1))) ; error: type: assq: argument 2: wanted a list of pairs, and a member is none
(assq 'a '((b 1) . 5)) ; error: type: assq: argument 2: wanted a proper list
(assq 'a 5) ; error: type: assq: argument 2: wanted a list of pairs
(assoc 2 '((1 . a) (3 . b)) (lambda (key x) (< key x))) ; => (3 . b)
(assv +nan.0 '((+nan.0 . yes))) ; => (+nan.0 . yes)
(assv 1/2 '((1/2 . half))) ; => (1/2 . half)
(assv 0.0 '((-0.0 . neg) (0.0 . pos))) ; => (0.0 . pos)
(memv -0.0 '(0.0 -0.0)) ; => (-0.0)

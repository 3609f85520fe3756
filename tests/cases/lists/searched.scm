;;; memq to assoc by the kind of the key: the same as itself only, an exact integer, another number; among others.
(define (searches key l) (list (memq key l) (memv key l) (member key l)))
(define (entries key l) (list (assq key l) (assv key l) (assoc key l)))
(searches 2 '(1 2 3)) ; => ((2 3) (2 3) (2 3))
(searches 5 '(1 2 3)) ; => (#f #f #f)
(memv 1 '(1.0 2 1)) ; => (1)
(memv 1 '(2 1.0 1)) ; => (1)
(searches 7 '(1 a "s" #\c (7) 7)) ; => ((7) (7) (7))
(searches 7 '(a 1 7)) ; => ((7) (7) (7))
(memv 1/2 '(1 a 1/2 2)) ; => (1/2 2)
(member 1/2 '(1 a 1/2 2)) ; => (1/2 2)
(memv 1.5 '(1 a 1.5)) ; => (1.5)
(memv 100000000000000000000 '(1 100000000000000000000)) ; => (100000000000000000000)
(searches 'b '(1 "b" b c)) ; => ((b c) (b c) (b c))
(searches #f '(a #t #f)) ; => ((#f) (#f) (#f))
(searches '() '(a ())) ; => ((()) (()) (()))
(searches #\c '(1 #\c)) ; => ((#\c) (#\c) (#\c))
(list (memv #\🙂 '(a #\🙂)) (member #\🙂 '(a #\🙂))) ; => ((#\🙂) (#\🙂))
(let ((s (string #\a))) (list (memv s (list "a" s)) (member s '("b" "a")))) ; => (("a") ("a"))
(memv "a" '("a")) ; => #f
(member '(1) '(2 (1))) ; => ((1))
(entries 2 '((1 . a) (2 . b))) ; => ((2 . b) (2 . b) (2 . b))
(entries 5 '((1 . a) (2 . b))) ; => (#f #f #f)
(entries 7 '((1 . a) (x . y) ("s" . 1) (7 . b))) ; => ((7 . b) (7 . b) (7 . b))
(entries 7 '((x . y) (1.0 . a) (7.0 . c) (7 . b))) ; => ((7 . b) (7 . b) (7 . b))
(entries 'k '((1 . a) ("k" . b) (k . c))) ; => ((k . c) (k . c) (k . c))
(entries #t '((1 . a) (#t . c))) ; => ((#t . c) (#t . c) (#t . c))
(list (assv 2.5 '((a . 1) (2.5 . x))) (assoc 2.5 '((2.5 . x)))) ; => ((2.5 . x) (2.5 . x))
(assoc '(k) '((k . 1) ((k) . 2))) ; => ((k) . 2)
(assv #\🙂 '((#\a . 1) (#\🙂 . 2))) ; => (#\🙂 . 2)
(let ((l (list 1 2 3))) (set-cdr! (cddr l) l) (memv 4 l)) ; error: type: memv: argument 2: wanted a proper list
(let ((l (list 1 'a 3))) (set-cdr! (cddr l) l) (member 4 l)) ; error: type: member: argument 2: wanted a proper list
(let ((l (list 'b 'a))) (set-cdr! (cdr l) l) (memv 'c l)) ; error: type: memv: argument 2: wanted a proper list
(memv 4 '(1 2 . 3)) ; error: type: memv: argument 2: wanted a proper list
(memv 4 '(1 a . 3)) ; error: type: memv: argument 2: wanted a proper list
(memv 4 5) ; error: type: memv: argument 2: wanted a proper list, got 5
(assv 4 '((1 . 2) 3)) ; error: type: assv: argument 2: wanted a list of pairs, and a member is none, got 3
(assv 4 '(3)) ; error: type: assv: argument 2: wanted a list of pairs, and a member is none, got 3
(assv 'a '((1 . 2) 3)) ; error: type: assv: argument 2: wanted a list of pairs, and a member is none, got 3
(assv 4 '((x . 2) 3)) ; error: type: assv: argument 2: wanted a list of pairs, and a member is none, got 3
(assoc 4 5) ; error: type: assoc: argument 2: wanted a list of pairs, got 5
(assv 4 '((1 . 2) . 3)) ; error: type: assv: argument 2
;; how long lists are, and what is none, beyond what is counted one by one
(define (numbers n) (let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))
(map (lambda (n) (length (numbers n))) '(0 1 63 64 65 71 72 255 256 257 3000)) ; => (0 1 63 64 65 71 72 255 256 257 3000)
(map (lambda (n) (car (reverse (numbers n)))) '(1 255 256 257 3000)) ; => (1 255 256 257 3000)
(equal? (reverse (reverse (numbers 700))) (numbers 700)) ; => #t
(define (ending n end) (let ((l (numbers n))) (set-cdr! (list-tail l (- n 1)) end) l))
(map (lambda (n) (list? (ending n 5))) '(1 63 64 65 300)) ; => (#f #f #f #f #f)
(map (lambda (n) (let ((l (numbers n))) (set-cdr! (list-tail l (- n 1)) l) (list? l))) '(1 64 300)) ; => (#f #f #f)
(length (ending 3 5)) ; error: type: length: wanted a proper list, got (1 2 3 . 5)
(length 5) ; error: type: length: wanted a proper list, got 5
(length (ending 64 5)) ; error: type: length: wanted a proper list
(length (ending 300 5)) ; error: type: length: wanted a proper list
(let ((l (numbers 100))) (set-cdr! (list-tail l 99) l) (length l)) ; error: type: length: wanted a proper list
(reverse (ending 3 5)) ; error: type: reverse: wanted a proper list, got (1 2 3 . 5)
(reverse (ending 300 5)) ; error: type: reverse: wanted a proper list
(let ((l (numbers 100))) (set-cdr! (list-tail l 99) l) (reverse l)) ; error: type: reverse: wanted a proper list
(let ((l (numbers 300))) (set-cdr! (list-tail l 299) l) (reverse l)) ; error: type: reverse: wanted a proper list
(member '(300 . 2) '(a (300 . 1) (301 . 2) 300 (300 . 2) b)) ; => ((300 . 2) b)
(member (list "k" 1) '(("k" . 1) ("j" 1) ("k" 2) ("k" 1))) ; => (("k" 1))
(member '((1) 2) '(((2) 2) ((1) 3) ((1) 2))) ; => (((1) 2))
(member (list 1/2 'a) (list (list 0.5 'a) (list 1/2 'b) (list 1/2 'a))) ; => ((1/2 a))
(member (cons #\🙂 1) (list (cons #\a 1) (cons #\🙂 1))) ; => ((#\🙂 . 1))
(member '(1.5 a) '((1 a) (1.5 b) (1.5 a))) ; => ((1.5 a))
(member '(x . y) '((x . z) (y . y))) ; => #f
(assoc (cons 1000 2000) '(((1000 . 1) . a) ((1000 . 2000) . b))) ; => ((1000 . 2000) . b)
(assoc '("tool" "file") '((tool . 1) (("tool" "other") . 2) (("tool" "file") . 3))) ; => (("tool" "file") . 3)
(assoc '(a) '(((b) . 1))) ; => #f
(assoc '(a) '(((b) . 1) 5)) ; error: type: assoc: argument 2: wanted a list of pairs, and a member is none, got 5
(member '(a) '((b) . 5)) ; error: type: member: argument 2: wanted a proper list
(let ((l (list '(b) '(c)))) (set-cdr! (cdr l) l) (member '(a) l)) ; error: type: member: argument 2: wanted a proper list
(memq 'z '(a . b)) ; error: type: memq: argument 2: wanted a proper list
(let ((l (list 'b 'a))) (set-cdr! (cdr l) l) (memq 'c l)) ; error: type: memq: argument 2: wanted a proper list
(let ((s (string #\a #\b)) (same? equal?)) (list (equal? s (car (list "ab"))) (equal? (car (list s)) "abc") (same? s 'ab))) ; => (#t #f #f)
(define (alike x y) (list (equal? x y) (if (equal? x y) 'same 'other)))
(list (alike (string #\a) (string #\a)) (alike "a" 'a) (alike 1 1.0) (alike (expt 10 30) (expt 10 30)) (alike '(1 "b") (list 1 "b"))) ; => ((#t same) (#f other) (#f other) (#t same) (#t same))

;;; (srfi 1): lists as sets by relations of ours, by what another procedure gives of the members, and by none of these.
(import (scheme base) (srfi 1))
(define-record-type tag (make-tag name weight) tag? (name tag-name) (weight tag-weight))
(define (same-tag? a b) (string=? (tag-name a) (tag-name b)))
(define (tags . names) (map (lambda (name) (make-tag name (string-length name))) names))
(define (names l) (map tag-name l))
(define a (tags "red" "big" "old"))
(define b (tags "big" "new"))
(names (lset-union same-tag? a b)) ; => ("new" "red" "big" "old")
(names (lset-union same-tag? a b (tags "x" "red"))) ; => ("x" "new" "red" "big" "old")
(names (lset-intersection same-tag? a b)) ; => ("big")
(names (lset-intersection same-tag? a b '())) ; => ()
(names (lset-difference same-tag? a b)) ; => ("red" "old")
(names (lset-xor same-tag? a b)) ; => ("new" "red" "old")
(names (lset-adjoin same-tag? a (make-tag "big" 7) (make-tag "wet" 7))) ; => ("wet" "red" "big" "old")
(names (lset-adjoin same-tag? a (make-tag "old" 7))) ; => ("red" "big" "old")
(names (lset-adjoin same-tag? '() (make-tag "u" 1) (make-tag "u" 2) (make-tag "v" 3))) ; => ("v" "u")
(list (lset<= same-tag? b a) (lset<= same-tag? (tags "old") a) (lset= same-tag? (tags "big" "old" "red" "old") a)) ; => (#f #t #t)
(map eq? a (lset-intersection same-tag? a (tags "old" "big" "red"))) ; => (#t #t #t)
;; the same where nothing is known of the relation
(define (hidden same?) (let ((n 0)) (lambda (x y) (set! n (+ n 1)) (same? x y))))
(names (lset-union (hidden same-tag?) a b)) ; => ("new" "red" "big" "old")
(names (lset-difference (hidden same-tag?) a b)) ; => ("red" "old")
(names (lset-xor (hidden same-tag?) a b)) ; => ("new" "red" "old")
(lset= (hidden =) '(1 2 2) '(2 1)) ; => #t
;; the earlier list's member comes first
(lset-intersection < '(1 5) '(3)) ; => (1)
(lset-difference (lambda (x y) (< x y)) '(1 5) '(3)) ; => (5)
(lset-adjoin < '(3) 2 4) ; => (2 3)
(list (lset<= < '(1 2) '(3)) (lset<= < '(3) '(1 2)) (lset= < '(1) '(2)) (lset= < '(2) '(1))) ; => (#t #f #t #f)
(lset-xor < '(1 5) '(3 9)) ; => ()
(lset-xor < '(5) '(3)) ; => (3 5)
;; members of one kind, of several, in short lists and in long ones
(lset-adjoin eq? '(a b) 'b 'c) ; => (c a b)
(lset-union eqv? '(a 1 #\x) '(#\x b 1)) ; => (b a 1 #\x)
(lset-union equal? '("a" b 1.5) '(1.5 "b" a "a")) ; => (a "b" "a" b 1.5)
(lset-intersection equal? '((1 . 2) (3 (4)) #(5)) '(#(5) (3 (4)) (1 2))) ; => ((3 (4)) #(5))
(lset-difference equal? '("a" "b") '(a)) ; => ("a" "b")
(lset-difference eq? '("a") '("a")) ; => ("a")
(length (lset-union eq? (iota 40) (iota 40 20))) ; => 60
(length (lset-difference eq? (map string->symbol (map number->string (iota 50))) '(|3| |49| x))) ; => 48
(lset<= equal? (map number->string (iota 40)) (map number->string (iota 41))) ; => #t
(let* ((l (list 'a 'b)) (m (lset-difference eq? l '(c)))) (set-car! m 'z) (list l m)) ; => ((a b) (z b))
(let* ((s (string #\a)) (m (lset-union equal? (list "b") (list s)))) (string-set! s 0 #\q) m) ; => ("q" "b")
;; a relation may leave, and come back
(call/cc (lambda (k) (lset-union (lambda (x y) (if (= x 2) (k 'left) (= x y))) '(1 2) '(3)))) ; => left
(let ((again #f) (n 0))
  (let ((r (lset-difference (lambda (x y) (call/cc (lambda (k) (if (= x 2) (set! again k)) (= x y)))) '(1 2 3) '(3))))
    (set! n (+ n 1))
    (if (< n 3) (again (= n 1)) (list n r)))) ; => (3 (1 2))
;; no sets
(lset-union eq? '(a) '(b . c)) ; error: type: wanted a proper list, got (b . c)
(lset-difference (hidden eq?) '(a) 5) ; error: type: lset-difference: argument 3: wanted a proper list, got 5
(lset-union same-tag? a '(big)) ; error: type: tag
(lset-union string=? '("a") '("b" c)) ; error: type: string=?

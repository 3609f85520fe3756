;; What libraries know how to do without calling a procedure gives the same as calling it.
(import (scheme base) (scheme char) (scheme lazy) (srfi 1) (srfi 125) (srfi 128) (srfi 130) (srfi 133) (srfi 158))

;; relations: members that are no numbers, strings … go the general way
(delete-duplicates '(1 1.0 2 1) =) ; => (1 2)
(delete-duplicates '(1 1.0 2 1)) ; => (1 1.0 2)
(delete-duplicates (list "a" "a" 'a 'a) eq?) ; => ("a" "a" a)
(delete-duplicates '(1 a) =) ; error: type: =: argument 2: wanted a number, got a
(delete 'a (list 'b 'a (list 'a)) eq?) ; => (b (a))
(delete "a" (list "b" "a" 'a)) ; => ("b" a)
(lset-union eq? '(a b) '(c c)) ; => (c a b)
(lset-intersection equal? '((1) (2)) '((2) (3))) ; => ((2))
(lset-difference (lambda (x y) (= x y)) '(1 2 3) '(2)) ; => (1 3)
(lset-xor string=? '("a" "b") '("b" "c")) ; => ("c" "a")
(vector= eq? (vector 'a "b") (vector 'a "c")) ; => #f

;; kinds of characters
(define two " \t a b\x1c; ")
(string-length (string-trim-both two)) ; => 4
(string-length (string-trim-right "a\x1c;")) ; => 2
(string-index "abc" (lambda (c) (char=? c #\c))) ; => 2
(string-index "abc" (lambda (c) (char=? #\d c))) ; => 3
(string-index "ab c" char-whitespace?) ; => 2
(string-skip-right "a--" #\-) ; => 1
(string-filter (lambda (c) (char=? c #\a)) "banana") ; => "aaa"
(string-any (lambda (c) (and (char=? c #\n) 'found)) "banana") ; => found
(string-every char-whitespace? "") ; => #t

;; a procedure that is called in two places of a library's loop
(any (lambda (x) (and (even? x) (* x x))) '(1 3 4)) ; => 16
(every (lambda (x y) (and (< x y) (- y x))) '(1 2) '(5 9)) ; => 7
(vector-any (lambda (x) (and (> x 1) x)) #(1 2 3)) ; => 2
(let loop ((n 10000)) (every (lambda (x) (or (= n 0) (loop (- n 1)))) '(1))) ; => #t

;; a continuation goes back into a loop, and each time gives a result of its own
(define k #f)
(define results '())
(define (again make)
  (set! k #f)
  (set! results '())
  (let ((made (make (lambda (x) (call/cc (lambda (here) (if (not k) (set! k here)) x))))))
    (set! results (cons made results))
    (if (< (length results) 3) (k (length results)) results)))
(again (lambda (f) (vector-map (lambda (x y) (f (+ x y))) #(1 2) #(1 1)))) ; => (#(2 3) #(1 3) #(2 3))
(again (lambda (f) (call-with-values (lambda () (partition (lambda (x) (odd? (f x))) '(1 2 3))) list))) ; => (((3) (1 2)) ((1 3) (2)) ((1 3) (2)))
(again (lambda (f) (append-map (lambda (x) (list (f x))) '(5 6)))) ; => ((2 6) (1 6) (5 6))
(again (lambda (f) (generator->list (gmap f (list->generator '(5 6)))))) ; => ((2) (1) (5 6))

;; promises
(define n 0)
(define p (delay (begin (set! n (+ n 1)) (if (< n 3) (force p)) n)))
(list (force p) (force p) n) ; => (3 3 3)

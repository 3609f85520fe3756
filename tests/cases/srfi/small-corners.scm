;;; (srfi 2) (srfi 26) (srfi 28) (srfi 95).
(import (scheme base) (scheme write) (scheme char) (srfi 2) (srfi 26) (srfi 28) (srfi 95))
(and-let* () ) ; => #t
(and-let* ((x 5))) ; => 5
(and-let* ((x #f)) 1) ; => #f
(and-let* ((x 5) ((> x 3)) (y (+ x 1))) (list x y)) ; => (5 6)
(and-let* ((x 5) ((> x 9))) 'no) ; => #f
(let ((z 4)) (and-let* (z ((number? z))) (* z 2))) ; => 8
(and-let* (((+ 1 2)))) ; => 3
(and-let* ((l '(1 2)) ((pair? l)) (d (cdr l))) d) ; => (2)
(let ((f #f)) (and-let* (f) 1)) ; => #f
((cut list 1 <> 3 <> 5) 2 4) ; => (1 2 3 4 5)
((cut list) ) ; => ()
((cut list 1 <> 3 <...>) 2 4 5) ; => (1 2 3 4 5)
((cut <> <...>) list 1 2) ; => (1 2)
(map (cute cons (+ 1 1) <>) '(1 2)) ; => ((2 . 1) (2 . 2))
((cute <> 3) -) ; => -3
((cut + <...>) 1 2 3) ; => 6
(let* ((n 0) (f (cute + (begin (set! n (+ n 1)) n) <>))) (f 1) (f 1) n) ; => 1
(let* ((n 0) (f (cut + (begin (set! n (+ n 1)) n) <>))) (f 1) (f 1) n) ; => 2
((cut (lambda (x) (* x 2)) <>) 4) ; => 8
((cut list 1) ) ; => (1)
((cut list <>) 1 2) ; error: arity:
(format "Hello, ~a" "World!") ; => "Hello, World!"
(format "~s ~a ~~ ~%" "a" "b") ; => "\"a\" b ~ \n"
(format "~x" 1) ; error: error: format: unknown directive "~x"
(format "no" 1) ; => "no"
(format "~s" '(1 "a" #\b)) ; => "(1 \"a\" #\\b)"
(format "") ; => ""
(format #f "x") ; error: type:
(sorted? '() <) ; => #t
(sorted? '(1 2 2) <) ; => #t
(sorted? #(3 1) <) ; => #f
(sorted? '(3 1) > ) ; => #t
(sorted? '((1) (2)) < car) ; => #t
(merge '(1 3) '(2 4) <) ; => (1 2 3 4)
(merge '((1 a)) '((1 b)) < car) ; => ((1 a) (1 b))
(merge! (list 1 3) (list 2) <) ; => (1 2 3)
(sort '((3) (1)) < car) ; => ((1) (3))
(sort '((1 a) (0 b) (1 c)) < car) ; => ((0 b) (1 a) (1 c))
(let ((l (list 3 1 2))) (sort! l <)) ; => (1 2 3)
(let ((v (vector 3 1 2))) (sort! v <) v) ; => #(1 2 3)
(sort '("b" "A") string-ci<?) ; => ("A" "b")
(sort "ba" char<?) ; error: type:
(sort #() <) ; => #()
(sort car cdr) ; error: type: wanted a proper list
(sort! car) ; error: type: wanted a proper list

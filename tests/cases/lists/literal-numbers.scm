;; The tails of a literal list of numbers, or characters, are found by what they begin with.
(define numbers '(1 3 5 7 9 3 1000000000000000000000))
(define mixed '(1 3 5 7 2.0 9))
(define letters '(#\a #\b #\x1f600 #\c #\a #\d))
(define names '(a b c d e a))
(define (among x l) (memv x l))
(define (equal-among x l) (member x l))
(define (among-symbols x l) (memq x l))
(map (lambda (x) (among x numbers)) '(1 9 3 2 3.0)) ; => ((1 3 5 7 9 3 1000000000000000000000) (9 3 1000000000000000000000) (3 5 7 9 3 1000000000000000000000) #f #f)
(among 1000000000000000000000 numbers) ; => (1000000000000000000000)
(map (lambda (x) (equal-among x numbers)) '(1000000000000000000000 5.0 "3")) ; => ((1000000000000000000000) #f #f)
(map (lambda (x) (among x mixed)) '(2 2.0 9 1.0)) ; => (#f (2.0 9) (9) #f)
(map (lambda (x) (among x letters)) '(#\c #\a #\x1f600 #\e "a" a 97)) ; => ((#\c #\a #\d) (#\a #\b #\😀 #\c #\a #\d) (#\😀 #\c #\a #\d) #f #f #f #f)
(map (lambda (x) (equal-among x letters)) '(#\c #\x1f600 #\e)) ; => ((#\c #\a #\d) (#\😀 #\c #\a #\d) #f)
(map (lambda (x) (among x names)) '(a e f 1 #\a "a")) ; => ((a b c d e a) (e a) #f #f #f #f)
(map (lambda (x) (among-symbols x numbers)) '(a 9)) ; => (#f (9 3 1000000000000000000000))
(map (lambda (l) (among 3 l)) (list '() (list 1 2 3 4) (list 'a 3 'b) (list 1 'a 3) (list 3.0 3) (list 1.0 3))) ; => (#f (3 4) (3 b) (3) (3) (3))
(map (lambda (l) (among 12 l)) (list (list 1 2 3 4 5 6 7 8 9 10 11 12 13) (list 1 2 3 4 5 6 7 8 9 10))) ; => ((12 13) #f)
(among 3 (cons 1 2)) ; error: type: memv
(among 3 5) ; error: type: memv
(among 1 (cons 1 2)) ; => (1 . 2)
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (among 2 l) 'found) ; => found
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (among 3 l)) ; error: type: memv
(let ((l (list 1 2 3 4 5))) (let ((before (among 4 l))) (set-car! l 4) (list before (among 4 l)))) ; => ((4 5) (4 2 3 4 5))

;; A string is eqv? to itself alone, also where it stands in the literal.
(define texts '("a" "b" "c" "d" "e"))
(map (lambda (x) (among x texts)) (list (cadr texts) (string #\b) "b" 'b 1 #\b)) ; => (("b" "c" "d" "e") #f #f #f #f #f)
(map (lambda (x) (equal-among x texts)) (list (cadr texts) (string #\b) 'b 1)) ; => (("b" "c" "d" "e") ("b" "c" "d" "e") #f #f)

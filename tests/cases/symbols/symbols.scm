;;; R7RS 6.5, 6.1, 6.3.
(symbol? 'a) ; => #t
(symbol? "a") ; => #f
(symbol->string 'abc) ; => "abc"
(string->symbol "two words") ; => |two words|
(string->symbol "") ; => ||
(eq? 'a (string->symbol "a")) ; => #t
(symbol=? 'a 'a 'a) ; => #t
(symbol=? 'a 'b) ; => #f
(eq? '() '()) ; => #t
(eq? (list 1) (list 1)) ; => #f
(eqv? 1.5 1.5) ; => #t
(eqv? 0.0 -0.0) ; => #f
(eqv? 100000000000000000000 100000000000000000000) ; => #t
(eqv? "" "") ; => #f
(equal? '(1 (2 #(3))) '(1 (2 #(3)))) ; => #t
(equal? 1 1.0) ; => #f
(equal? #u8(1 2) #u8(1 2)) ; => #t
(equal? "a" "b") ; => #f
(let ((a (list 1 2)) (b (list 1 2))) (set-cdr! (cdr a) a) (set-cdr! (cdr b) b) (equal? a b)) ; => #t
(boolean? #f) ; => #t
(boolean? '()) ; => #f
(boolean=? #t #t) ; => #t
(boolean=? #t #f) ; => #f
(not '()) ; => #f
(not #f) ; => #t
(if '() 'yes 'no) ; => yes
(boolean=? 1 1) ; error: type:
(symbol->string "a") ; error: type:
(procedure? car) ; => #t
(procedure? (lambda (x) x)) ; => #t
(procedure? 'car) ; => #f

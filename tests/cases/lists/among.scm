;;; Whether something is one of a few literals: compared one after the other.
(define (drink? x) (if (member x '("tea" "coffee")) 'yes 'no))
(map drink? (list "tea" "coffee" "rum" 'tea 5 #\a "")) ; => (yes yes no no no no no)
(define late (lambda (l) (if (member (car l) known) 'yes 'no)))
(late '("a")) ; error: unbound
(define known '("a" "b"))
(list (late '("a")) (late '("c")) (late '(b))) ; => (yes no no)
(late '()) ; error: type
(late 5) ; error: type
(define kinds '(x y #\z))
(define (kind? x) (if (member x kinds) 'yes (if (memq x kinds) 'odd 'no)))
(map kind? (list 'x #\z 'q "x")) ; => (yes yes no no)
(define (tail x) (member x '("a" "b" "c")))
(list (tail "b") (tail "d")) ; => (("b" "c") #f)
(set! known '("c"))
(list (late '("a")) (late '("c"))) ; => (no yes)
(define kinds '("x"))
(map kind? (list 'x "x")) ; => (no yes)

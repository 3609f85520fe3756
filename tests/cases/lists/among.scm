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
;; in a literal list of strings, of what has to be computed first
(define (listed l) (+ 1 (if (and (pair? l) (member (list-ref l 1) '("a" "b"))) 1 0)))
(map listed '(() ("x" "a") ("x" "b" 5) ("a" "x") (1 2))) ; => (1 2 2 1 1)
(listed '("a")) ; error: range: list-ref
(define (listed-text s) (if (string=? s "") 'empty (if (member (string-append s "b") '("ab" "bb")) 'there 'missing)))
(map listed-text '("" "a" "b" "c")) ; => (empty there there missing)
(define asked '())
(define (ask x) (set! asked (cons x asked)) x)
(list (map (lambda (x) (or (eq? x 'skip) (and (member (ask x) '("a" "b")) #t))) '("a" skip "c")) asked) ; => ((#t #t #f) ("c" "a"))
;; many strings are a set
(define verbs '("add" "commit" "push" "pull" "fetch" "merge" "rebase" "switch" "branch" "tag" "λ" ""))
(define (verb? x) (if (member x verbs) 'yes 'no))
(map verb? (list "add" "tag" "λ" "" "no" 'add 5 #\a '("add") (string #\a #\d #\d) (string-append "pu" "sh"))) ; => (yes yes yes yes no no no no no yes yes)
(let ((s (string-copy "pull"))) (let ((first (verb? s))) (string-set! s 0 #\b) (list first (verb? s)))) ; => (yes no)
(define (not-verb? x) (and (not (member x '("a" "b" "c" "a"))) (not (member x '("d" "e" "f" g "h")))))
(map not-verb? '("a" "c" "d" g "g" "x")) ; => (#f #f #f #f #t #t)
(map (lambda (x) (member x '("a" "b" "c" "d" "e"))) '("d" "x")) ; => (("d" "e") #f)
(let ((odd (list "a" "b" "c" "d"))) (set-car! odd "z") (map (lambda (x) (and (member x odd) #t)) '("a" "z" "d"))) ; => (#f #t #t)

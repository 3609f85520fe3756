;;; (chibi optional).
(import (scheme base) (chibi optional))
(let-optionals '() ((a 1) (b 2)) (list a b)) ; => (1 2)
(let ((a 'outer)) (let-optionals '(1) ((a 0) (b a)) b)) ; => outer
(let ((a 'outer)) (let-optionals* '(1) ((a 0) (b a)) b)) ; => 1
(let-optionals* '(1 2 3) (a . rest) (list a rest)) ; => (1 (2 3))
(let-optionals* '() (a) a) ; error: error: let-optionals*: argument missing: a
(define-opt (f a (b 2) . c) (list a b c))
(list (f 1) (f 1 3) (f 1 3 4 5)) ; => ((1 2 ()) (1 3 ()) (1 3 (4 5)))
(define-opt* (g a (b (* a 2))) (list a b))
(g 4) ; => (4 8)
(f) ; error: arity:
((opt-lambda (x) x) 5) ; => 5
(let-keywords '(b: 2) ((a 1) (b 0)) (list a b)) ; => (1 2)
(let-keywords '(bee: 2) ((a 1) (b bee: 0)) (list a b)) ; => (1 2)
(let-keywords '(b: 2 c: 3) ((a 1) (b 0) others) (list a b others)) ; => (1 2 (c: 3))
(let-keywords* '(z: 4 b: 2) ((a 1) (b (+ a 7)) others) (list a b others)) ; => (1 2 (z: 4))
(let-keywords '(a: 1 z: 2 y:) ((a 0) (b) . rest) (list a b rest)) ; => (1 #f (z: 2))
(let-keywords* '() ((a) (b a)) (list a b)) ; => (#f #f)
(let-keywords* '() ((a 1) (b (+ a 1)) . rest) (list a b rest)) ; => (1 2 ())
(keyword-ref '(a: 1) 'z:) ; => #f
(keyword-ref* '(a: 1) 'z: 'default) ; => default

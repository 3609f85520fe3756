;;; R7RS 4.2.9.
(define range (case-lambda ((e) (range 0 e)) ((b e) (do ((r '() (cons e r)) (e (- e 1) (- e 1))) ((< e b) r)))))
(range 3) ; => (0 1 2)
(range 3 5) ; => (3 4)
(define f (case-lambda ((a) 'one) ((a b) 'two) ((a . rest) (list 'many rest))))
(list (f 1) (f 1 2) (f 1 2 3)) ; => (one two (many (2 3)))
(range) ; error: arity:
(range 1 2 3) ; error: arity:

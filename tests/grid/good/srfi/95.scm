;; SRFI 95
(sorted? (list 1 2 2 3) <) => #t
(sorted? (vector 3 1) <) => #f
(sorted? (list (list 2) (list 1)) > car) => #t
(merge (list 1 3) (list 2 4) <) => (1 2 3 4)
(merge (list (list 1)) (list (list 0)) < car) => ((0) (1))
(merge! (list 1 3) (list 2 4) <) => (1 2 3 4)
(sort (list 3 1 2) <) => (1 2 3)
(sort (vector 3 1 2) >) => #(3 2 1)
(sort (list (cons 2 'b) (cons 1 'a)) < car) => ((1 . a) (2 . b))
(sort! (list 3 1 2) <) => (1 2 3)
(sort! (vector 3 1 2) <) => #(1 2 3)

;; SRFI 132
(list-sorted? < (list 1 2 3)) => #t
(list-sorted? < (list 1 1 3)) => #t
(list-sorted? < (list 2 1)) => #f
(vector-sorted? < (vector 1 2 3)) => #t
(vector-sorted? < (vector 9 1 2) 1) => #t
(list-sort < (list 3 1 2)) => (1 2 3)
(list-sort < '()) => ()
(list-stable-sort (lambda (p q) (< (car p) (car q))) (list (cons 1 'a) (cons 0 'b) (cons 1 'c))) => ((0 . b) (1 . a) (1 . c))
(list-sort! < (list 3 1 2)) => (1 2 3)
(list-stable-sort! < (list 3 1 2)) => (1 2 3)
(vector-sort < (vector 3 1 2)) => #(1 2 3)
(vector-sort < (vector 9 3 1 2) 1 3) => #(1 3)
(vector-stable-sort < (vector 3 1 2)) => #(1 2 3)
(vector-sort! < (vector 3 1 2)) b => #(1 2 3)
(vector-sort! < (vector 9 3 1 0) 1 3) b => #(9 1 3 0)
(vector-stable-sort! < (vector 3 1 2)) b => #(1 2 3)
(list-merge < (list 1 3) (list 2 4)) => (1 2 3 4)
(list-merge! < (list 1 3) (list 2 4)) => (1 2 3 4)
(vector-merge < (vector 1 3) (vector 2 4)) => #(1 2 3 4)
(vector-merge! < (make-vector 4 0) (vector 1 3) (vector 2 4)) b => #(1 2 3 4)
(vector-merge! < (make-vector 3 0) (vector 1) (vector 2) 1) b => #(0 1 2)
(list-delete-neighbor-dups = (list 1 1 2 7 7 7 0 -2)) => (1 2 7 0 -2)
(list-delete-neighbor-dups! = (list 1 1 2)) => (1 2)
(vector-delete-neighbor-dups = (vector 1 1 2 7 7)) => #(1 2 7)
(vector-delete-neighbor-dups! = (vector 1 1 2 7 7)) => 3
(vector-find-median < (vector 3 1 2) 0) => 2
(vector-find-median < (vector 4 1 3 2) 0) => 5/2
(vector-find-median < (vector 4 1 3 2) 0 list) => (2 3)
(vector-find-median < (vector) 'none) => none
(vector-find-median! < (vector 3 1 2) 0) (list x b) => (2 #(1 2 3))
(vector-select! < (vector 5 3 1 4) 1) => 3
(vector-separate! < (vector 5 3 1 4) 2) (list-sort < (list (vector-ref b 0) (vector-ref b 1))) => (1 3)

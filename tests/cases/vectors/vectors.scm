;;; R7RS 6.8 and 6.10.
(vector 1 'a "s") ; => #(1 a "s")
(make-vector 2 0) ; => #(0 0)
(vector-length (make-vector 3)) ; => 3
(vector-length #()) ; => 0
(vector-ref #(1 2 3) 1) ; => 2
(let ((v (vector 1 2))) (vector-set! v 0 'x) v) ; => #(x 2)
(vector? #(1)) ; => #t
(vector? '(1)) ; => #f
(vector->list #(1 2 3)) ; => (1 2 3)
(vector->list #(1 2 3) 1) ; => (2 3)
(vector->list #(1 2 3) 1 2) ; => (2)
(list->vector '(1 2)) ; => #(1 2)
(vector-append #(1) #() #(2 3)) ; => #(1 2 3)
(vector-copy #(1 2 3)) ; => #(1 2 3)
(vector-copy #(1 2 3) 1 2) ; => #(2)
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 1 #(a b c) 1) v) ; => #(1 b c 4 5)
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 1 v 0 3) v) ; => #(1 1 2 3 5)
(let ((v (vector 1 2 3))) (vector-fill! v 0 1 2) v) ; => #(1 0 3)
(vector-map + #(1 2) #(10 20 30)) ; => #(11 22)
(vector-map (lambda (x) (* x x)) #(1 2 3)) ; => #(1 4 9)
(let ((n 0)) (vector-for-each (lambda (x) (set! n (+ n x))) #(1 2 3)) n) ; => 6
(let ((n 0)) (vector-for-each (lambda (x y) (set! n (+ n (* x y)))) #(1 2) #(3 4)) n) ; => 11
(vector-ref #(1 2) 2) ; error: range: vector-ref:
(vector-ref #(1 2) -1) ; error: range:
(vector-ref #(1 2) 1.0) ; error: type:
(vector-set! (vector) 0 1) ; error: range:
(vector-length "abc") ; error: type: wanted a vector
(make-vector -1) ; error: type:
(vector-copy #(1 2) 3) ; error: range:
(vector-copy! (vector 1) 0 #(1 2)) ; error: range:
(list->vector '(1 . 2)) ; error: type:
;; however many are wanted, it is said
(make-vector (expt 7 40000) 1) ; error: limit: make-vector: the result would have over 2^112294 elements
(apply make-string (list (expt 7 40000) #\a)) ; error: limit: make-string: the result would have over 2^112294 elements

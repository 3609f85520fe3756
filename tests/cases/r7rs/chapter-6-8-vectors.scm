;;; R7RS 6.8: vectors.
(make-vector 3 'a) ; => #(a a a)
(make-vector 0) ; => #()
(vector-length (make-vector 2)) ; => 2
(make-vector 2.0) ; error: type: make-vector: argument 1: wanted a size (an exact integer from 0)
(make-vector -1 0) ; error: type: make-vector: argument 1: wanted a size (an exact integer from 0)
(vector-ref '#(1 1 2 3 5 8 13 21) (exact (round (* 2 (acos -1))))) ; => 13
(vector-ref #(1) 1) ; error: range: vector-ref: argument 2: wanted an index from 0 to 0
(vector-set! (vector 1 2) 5 1) ; error: range: vector-set!: argument 2: wanted an index from 0 to 1
(vector->list #(dah dah didah) 1) ; => (dah didah)
(vector->list #(1 2 3) 3) ; => ()
(vector->list #(1 2 3) 2 1) ; error: range: vector->list: argument 3: wanted an end from 2 to 3
(vector->list #(1 2 3) 0 4) ; error: range: vector->list: argument 3: wanted an end from 0 to 3
(vector->list #()) ; => ()
(list->vector '()) ; => #()
(vector->string #(#\1 #\2 #\3)) ; => "123"
(vector->string #(#\a #\b #\c) 1 2) ; => "b"
(vector->string #(1 #\a) 1 2) ; => "a"
(string->vector "ABC" 1) ; => #(#\B #\C)
(string->vector "ABC" 3) ; => #()
(string->vector "ABC" 4) ; error: range: string->vector: argument 2: wanted a start from 0 to 3
(vector-copy #(1 8 2 8) 2 4) ; => #(2 8)
(vector-copy #(1 2) 2) ; => #()
(vector-copy #() 0 0) ; => #()
(vector-copy #(1 2) 1 0) ; error: range: vector-copy: argument 3: wanted an end from 1 to 2
(let* ((v (vector 1 2)) (w (vector-copy v))) (vector-set! w 0 9) v) ; => #(1 2)
(let ((a #(1 8 2 8)) (b (vector 10 20 30 40 50))) (vector-copy! b 1 a 0 2) b) ; => #(10 1 8 40 50)
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 0 v 2) v) ; => #(3 4 5 4 5)
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 2 v 0 3) v) ; => #(1 2 1 2 3)
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 5 #()) v) ; => #(1 2 3 4 5)
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 0 v 1 1) v) ; => #(1 2 3 4 5)
(vector-copy! (vector 1 2) 1 #(1 2)) ; error: range: vector-copy!: argument 2: wanted a start with room for 2 elements (length 2)
(vector-copy! (vector 1 2) 3 #()) ; error: range: vector-copy!: argument 2: wanted a start with room for 0 elements (length 2)
(vector-append) ; => #()
(vector-append #(a) #(b c) #()) ; => #(a b c)
(vector-append #(1) '(2)) ; error: type: vector-append: argument 2: wanted a vector
(let ((v (vector 1 2 3 4 5))) (vector-fill! v 'x 2 4) v) ; => #(1 2 x x 5)
(let ((v (vector 1 2))) (vector-fill! v 0) v) ; => #(0 0)
(let ((v (vector 1 2))) (vector-fill! v 0 2) v) ; => #(1 2)
(vector-fill! (vector 1) 0 2) ; error: range: vector-fill!: argument 3: wanted a start from 0 to 1
(vector-map cadr '#((a b) (d e) (g h))) ; => #(b e h)
(vector-map * #(1 2) #(10 20 30)) ; => #(10 40)
(vector-map (lambda (x) x) #()) ; => #()
(let ((v (make-vector 5))) (for-each (lambda (i) (vector-set! v i (* i i))) '(0 1 2 3 4)) v) ; => #(0 1 4 9 16)
(vector-map car 5) ; error: type: vector-length: wanted a vector
(vector-for-each 5 #(1)) ; error: type: wanted a procedure
(vector 'a 'b) ; => #(a b)
(vector) ; => #()
#(0 (2 2) "Anna") ; => #(0 (2 2) "Anna")

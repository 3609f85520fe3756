;;; (srfi 133): beyond its examples.
(import (scheme base) (srfi 133))
(vector-unfold values 3) ; => #(0 1 2)
(vector-unfold (lambda (i a b) (values a b (+ a b))) 6 0 1) ; => #(0 1 1 2 3 5)
(vector-fold + 0 #(1 2) #(10 20 30)) ; => 33
(vector-fold-right (lambda (l a b) (cons (list a b) l)) '() #(1 2) #(3 4)) ; => ((1 3) (2 4))
(let ((v (vector 1 2 3))) (vector-map! + v #(10 20)) v) ; => #(11 22 3)
(vector= = #(1 2) #(1 2) #(1 3)) ; => #f
(vector=  eq?) ; => #t
(vector-index < #(3 1) #(2 5)) ; => 1
(vector-index even? #(1 3)) ; => #f
(vector-index-right even? #(2 4 5)) ; => 1
(vector-any < #(1 2) #(1 1)) ; => #f
(vector-every < #() #(1)) ; => #t
(vector-binary-search #(1 3 5) 2 -) ; => #f
(vector-reverse-copy #(1 2 3)) ; => #(3 2 1)
(vector-reverse-copy #(1 2 3) 4) ; error: range: vector-reverse-copy: argument 2: wanted a start from 0 to 3
(vector-concatenate '()) ; => #()
(vector-count even? #(1 2 4)) ; => 2
(vector-empty? #()) ; => #t
(string->vector "ab") ; => #(#\a #\b)
(vector->string #(#\a)) ; => "a"

;;; (srfi 133): ranges, several vectors, overlaps.
(import (scheme base) (scheme write) (srfi 133))
(define (cmp a b) (- a b))
(vector-unfold (lambda (i) (* i i)) 4) ; => #(0 1 4 9)
(vector-unfold (lambda (i x) (values x (- x 1))) 5 0) ; => #(0 -1 -2 -3 -4)
(vector-unfold (lambda (i x y) (values (+ x y) (+ x 1) (* y 2))) 3 1 10) ; => #(11 22 43)
(vector-unfold-right (lambda (i x) (values (cons i x) (+ x 1))) 5 0) ; => #((0 . 4) (1 . 3) (2 . 2) (3 . 1) (4 . 0))
(vector-unfold-right (lambda (i) i) 3) ; => #(0 1 2)
(vector-copy #(a b c) 1) ; => #(b c)
(vector-reverse-copy #(5 4 3 2 1 0) 1 5) ; => #(1 2 3 4)
(vector-reverse-copy #()) ; => #()
(vector-append #(a #(b)) #(#(c))) ; => #(a #(b) #(c))
(vector-concatenate '(#(a b) #(c d))) ; => #(a b c d)
(vector-append-subvectors #(a b c d e) 0 2 #(f g h i j) 2 4) ; => #(a b h i)
(vector-append-subvectors) ; => #()
(vector-append-subvectors #(1) 0) ; error: type:
(vector-append-subvectors #(1) 0 2) ; error: range:
(vector-empty? #(())) ; => #f
(vector-empty? '()) ; error: type:
(vector= eq? #(a b) #(a b)) ; => #t
(vector= eq? #(a)) ; => #t
(vector= = #(1 2) #(1 2) #(1 2 3)) ; => #f
(vector= eq? #() #()) ; => #t
(let ((v #(1 +nan.0))) (list (vector= = v v) (vector= eqv? v v) (vector= < v v))) ; => (#f #t #f)
(let ((x 5)) (vector= = x x)) ; error: type: wanted a vector
(vector= = #(1 2 3 4) #(1 2 4 3)) ; => #f
(vector-fold (lambda (s x) (cons x s)) '() #(1 2 3)) ; => (3 2 1)
(vector-fold (lambda (len str) (max (string-length str) len)) 0 #("a" "bcd")) ; => 3
(vector-fold (lambda (s a b) (+ s (* a b))) 0 #(1 2 3) #(4 5)) ; => 14
(vector-fold-right (lambda (s x) (cons x s)) '() #(1 2 3)) ; => (1 2 3)
(vector-fold-right (lambda (s a b) (cons (list a b) s)) '() #(1 2 3) #(a b)) ; => ((1 a) (2 b))
(let ((v (vector 1 2 3))) (vector-map! (lambda (x) (* x x)) v) v) ; => #(1 4 9)
(vector-count even? #(3 1 4 1 5 9 2)) ; => 2
(vector-count < #(1 3 6 9) #(2 4 6 8 10 12)) ; => 2
(vector-cumulate + 0 #(3 1 4 1 5 9 2 5 6)) ; => #(3 4 8 9 14 23 25 30 36)
(vector-cumulate (lambda (a b) (list a b)) 'z #(1 2)) ; => #((z 1) ((z 1) 2))
(vector-index even? #(3 1 4 1 5 9)) ; => 2
(vector-index < #(3 1 4 1 5 9 2 5 6) #(2 7 1 8 2)) ; => 1
(vector-index = #(3 1 4) #(2 7 1)) ; => #f
(vector-index-right < #(3 1 4 1 5) #(2 7 1 8 2)) ; => 3
(vector-skip number? #(1 2 a b 3 4 c d)) ; => 2
(vector-skip-right number? #(1 2 a b 3 4 c d 5)) ; => 7
(vector-skip odd? #(1 3)) ; => #f
(vector-index-right = #(1 2) #(1 2 3)) ; error: error: vector-index-right: wanted vectors of one length
(vector-binary-search #(1 3 5 7) 5 cmp) ; => 2
(vector-binary-search #(1 3 5 7) 4 cmp) ; => #f
(vector-binary-search #() 4 cmp) ; => #f
(vector-any (lambda (x) (and (even? x) (* x 10))) #(1 2 3 4)) ; => 20
(vector-any < #(1 2 3) #(0 5)) ; => #t
(vector-any even? #()) ; => #f
(vector-every (lambda (x) (and (odd? x) x)) #(1 3 5)) ; => 5
(vector-every even? #()) ; => #t
(vector-every < #(1 2) #(3 4 0)) ; => #t
(call-with-values (lambda () (vector-partition even? #(1 2 3 4 5))) list) ; => (#(2 4 1 3 5) 2)
(let ((v (vector 'a 'b 'c))) (vector-swap! v 0 2) v) ; => #(c b a)
(let ((v (vector 1 2 3 4))) (vector-reverse! v 1 3) v) ; => #(1 3 2 4)
(let ((v (vector 1 2 3))) (vector-reverse! v) v) ; => #(3 2 1)
(let ((v (vector 1 2 3 4 5))) (vector-reverse-copy! v 1 #(a b c)) v) ; => #(1 c b a 5)
(let ((v (vector 1 2 3 4 5))) (vector-reverse-copy! v 0 v 1 4) v) ; => #(4 3 2 4 5)
(let ((v (vector 1 2 3 4 5))) (vector-reverse-copy! v 4 #(a b c))) ; error: range:
(let ((v (make-vector 5 'x))) (vector-unfold! (lambda (i x) (values (cons i x) (+ x 1))) v 1 3 0) v) ; => #(x (1 . 0) (2 . 1) x x)
(let ((v (make-vector 5 'x))) (vector-unfold-right! (lambda (i x) (values (cons i x) (+ x 1))) v 1 4 0) v) ; => #(x (1 . 2) (2 . 1) (3 . 0) x)
(let ((v (make-vector 5 'x))) (vector-unfold! (lambda (i) i) v 1 3) v) ; => #(x 1 2 x x)
(reverse-vector->list #(1 2 3)) ; => (3 2 1)
(reverse-vector->list #(1 2 3) 1) ; => (3 2)
(reverse-vector->list #(1 2 3) 0 2) ; => (2 1)
(reverse-list->vector '(1 2 3)) ; => #(3 2 1)
(vector->string #(#\a #\b) 1) ; => "b"
(vector-fill! (make-vector 2 0) 1 0 3) ; error: range:
(vector-count even? 5) ; error: type:
(vector-unfold 5 5) ; error: type:
(vector-swap! (vector 1) 0 1) ; error: range:
(vector-fold + 0 '(1)) ; error: type:
(vector-reverse! (vector 1 2) 1 3) ; error: range: vector-reverse!: argument 3: wanted an end from 1 to 2, got 3

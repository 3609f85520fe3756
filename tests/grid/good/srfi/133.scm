;; SRFI 133; what R7RS also has stands in scheme/base.scm
(vector-unfold (lambda (i n) (values n (- n 1))) 4 0) => #(0 -1 -2 -3)
(vector-unfold values 3) => #(0 1 2)
(vector-unfold-right (lambda (i n) (values (cons i n) (+ n 1))) 3 0) => #((0 . 2) (1 . 1) (2 . 0))
(vector-reverse-copy (vector 5 4 3 2 1 0) 1 5) => #(1 2 3 4)
(vector-concatenate (list (vector 'a 'b) (vector 'c))) => #(a b c)
(vector-append-subvectors (vector 'a 'b 'c 'd 'e) 0 2 (vector 'f 'g 'h) 2 3) => #(a b h)
(vector-empty? (vector)) => #t
(vector-empty? (vector (list))) => #f
(vector= eq? (vector 'a 'b) (vector 'a 'b)) => #t
(vector= eq? (vector 'a) (vector 'b)) => #f
(vector= eq?) => #t
(vector-fold (lambda (n e) (max n e)) 0 (vector 3 9 4)) => 9
(vector-fold (lambda (s p q) (cons (- p q) s)) '() (vector 1 2) (vector 3 5 7)) => (-3 -2)
(vector-fold-right (lambda (tail e) (cons e tail)) '() (vector 1 2 3)) => (1 2 3)
(vector-map + (vector 1 2) (vector 10 20 30)) => #(11 22)
(vector-map! - (vector 1 2)) b => #(-1 -2)
(vector-count even? (vector 3 1 4 1 5 9 2 5 6)) => 3
(vector-count < (vector 1 3 6 9) (vector 2 4 6 8 10 12)) => 2
(vector-cumulate + 0 (vector 3 1 4 1 5)) => #(3 4 8 9 14)
(vector-index even? (vector 3 1 4 1 5 9)) => 2
(vector-index < (vector 3 1 4) (vector 2 7 1)) => 1
(vector-index even? (vector 1)) => #f
(vector-index-right even? (vector 3 2 4 1)) => 2
(vector-skip number? (vector 1 2 'a 3)) => 2
(vector-skip-right number? (vector 'a 'b 3)) => 1
(vector-binary-search (vector 1 3 5 7) 5 -) => 2
(vector-binary-search (vector 1 3) 4 -) => #f
(vector-any even? (vector 1 2)) => #t
(vector-any + (vector 1 2) (vector 5)) => 6
(vector-any even? (vector)) => #f
(vector-every even? (vector 2 4)) => #t
(vector-every + (vector 1 2) (vector 5 6)) => 8
(vector-partition number? (vector 1 'x 2)) xs => (#(1 2 x) 2)
(vector-swap! (vector 'a 'b 'c) 0 2) a => #(c b a)
(vector-reverse! (vector 1 2 3 4) 1) a => #(1 4 3 2)
(vector-copy! (vector 1 2 3 4) 1 (vector 'a 'b 'c) 1) a => #(1 b c 4)
(vector-reverse-copy! (vector 1 2 3 4) 1 (vector 'a 'b 'c) 1) a => #(1 c b 4)
(vector-append (vector 'x) (vector 'y)) => #(x y)
(vector-unfold! (lambda (i) (* i i)) (make-vector 4 'x) 1 3) b => #(x 1 4 x)
(vector-unfold-right! (lambda (i n) (values n (+ n 1))) (make-vector 3 'x) 0 3 7) b => #(9 8 7)
(reverse-vector->list (vector 1 2 3)) => (3 2 1)
(reverse-vector->list (vector 1 2 3) 1) => (3 2)
(reverse-list->vector (list 1 2 3)) => #(3 2 1)
(vector->list (vector 1 2 3) 1) => (2 3)
(list->vector (list 1 2)) => #(1 2)

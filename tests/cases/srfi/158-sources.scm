;;; (srfi 158): generators that have many values ready, mixed with those that have to be asked for each.
(import (scheme base) (srfi 158))
(define (all g . k) (apply generator->list g k))
(define end (eof-object))
;; what was taken is gone, and the rest is there
(let ((g (list->generator '(1 2 3 4)))) (let* ((a (all g 2)) (b (g)) (c (all g)) (d (g))) (list a b c d))) ; => ((1 2) 3 (4) #<eof>)
(let ((g (vector->generator #(1 2 3 4)))) (let* ((a (g)) (b (all g 2)) (c (all g))) (list a b c))) ; => (1 (2 3) (4))
(let ((g (reverse-vector->generator #(1 2 3 4) 1))) (let* ((a (all g 1)) (b (all g)) (c (all g))) (list a b c))) ; => ((4) (3 2) ())
(let ((g (string->generator "abcd" 1))) (let* ((a (generator->string g 2)) (b (g)) (c (g))) (list a b c))) ; => ("bc" #\d #<eof>)
(let ((g (make-range-generator 0 9 4))) (let* ((a (all g 2)) (b (all g)) (c (g))) (list a b c))) ; => ((0 4) (8) #<eof>)
(let ((g (make-range-generator 5))) (let* ((a (all g 2)) (b (g)) (c (all (gtake g 2)))) (list a b c))) ; => ((5 6) 7 (8 9))
(all (make-range-generator 3 3)) ; => ()
(all (make-range-generator 3 -3)) ; => ()
(all (make-range-generator 0 2.5)) ; => (0 1 2)
(all (make-iota-generator 0)) ; => ()
(all (make-iota-generator 3 0 -2)) ; => (0 -2 -4)
;; an end of file among the values ends whoever takes them, and not the generator
(let ((g (list->generator (list 1 end 2)))) (let* ((a (all g)) (b (all g)) (c (g))) (list a b c))) ; => ((1) (2) #<eof>)
(let ((g (vector->generator (vector 1 end 2)))) (let* ((a (all g)) (b (all g)) (c (g))) (list a b c))) ; => ((1) (2) #<eof>)
(let ((g (reverse-vector->generator (vector 1 end 2 3)))) (let* ((a (all g)) (b (g))) (list a b))) ; => ((3 2) 1)
(all (gappend (list->generator (list 1 end 2)) (generator 3))) ; => (1 3)
(let ((g (gtake (list->generator (list 1 end 2 3)) 3))) (let* ((a (all g)) (b (all g)) (c (g))) (list a b c))) ; => ((1) (2) #<eof>)
(all (gdrop (list->generator (list 1 end 2 3)) 2)) ; => (2 3)
(all (gdrop (list->generator (list 1 end 2 3)) 3)) ; => (3)
(define (nested n) (let loop ((i 0) (g (generator 1 2 3))) (if (= i n) g (loop (+ i 1) (gtake (gappend g) 3)))))
(all (nested 7)) ; => (1 2 3)
(all (nested 300)) ; => (1 2 3)
(let ((g (nested 3000))) (list (g) (g) (g) (g))) ; => (1 2 3 #<eof>)
;; generators of generators, of both kinds
(define (slow . xs) (gmap (lambda (x) x) (list->generator xs)))
(all (gappend (generator 1 2) (slow 3) (generator 4))) ; => (1 2 3 4)
(all (gappend (gtake (make-range-generator 0) 2) (gdrop (generator 1 2 3) 1) (gcons* 'a 'b (generator)))) ; => (0 1 2 3 a b)
(all (gtake (gappend (generator 1 2) (generator 3 4)) 3)) ; => (1 2 3)
(all (gdrop (gappend (generator 1 2) (generator 3 4)) 3)) ; => (4)
(all (gcons* 1 (slow 2 3))) ; => (1 2 3)
(all (gcons*)) ; => ()
(let ((g (gappend (generator 1 2) (list->generator '(3 . 4))))) (list (g) (g) (g))) ; => (1 2 3)
(all (gappend (generator 1 2) (list->generator '(3 . 4)))) ; error: type:
(let* ((g (gappend (generator 1 2) (list->generator '(3 . 4)))) (h (gtake g 3))) (all h)) ; => (1 2 3)
(let ((g (gdrop (generator 1 2 3) 1))) (list (g) (all g))) ; => (2 (3))
(let* ((s (generator 1 2 3 4 5)) (a (gtake s 2)) (b (gdrop s 1))) (let* ((x (all a)) (y (b))) (list x y (s)))) ; => ((1 2) 4 5)
(all (gtake (generator 1 2) 4 'x)) ; => (1 2 x x)
;; what becomes of the data is seen
(let* ((v (vector 1 2 3)) (g (vector->generator v))) (g) (vector-set! v 2 'c) (all g)) ; => (2 c)
(let* ((s (string-copy "abc")) (g (string->generator s))) (g) (string-set! s 1 #\x) (generator->string g)) ; => "xc"
(let* ((b (bytevector 1 2 3)) (g (bytevector->generator b))) (bytevector-u8-set! b 0 9) (all g)) ; => (9 2 3)
(let* ((l (list 1 2 3)) (g (list->generator l))) (g) (set-cdr! (cdr l) '(7)) (all g)) ; => (2 7)
(let* ((l (list 1 2)) (g (list->generator l))) (set-cdr! (cdr l) l) (all g 5)) ; => (1 2 1 2 1)
;; errors are those of whoever makes the mistake
(all (list->generator 5)) ; error: type:
(vector->generator 5) ; error: type: vector->generator
(vector->generator #(1 2) 3) ; error: range: vector->generator
(string->generator 'a) ; error: type: string->generator
(generator->string (generator #\a 1)) ; error: type:
(all (gtake 5 2)) ; error: type:
(all 5) ; error: type:
;; a continuation goes back to before they were taken, the generator does not
(define again #f)
(define (twice) (let* ((g (generator 1 2 3 4)) (n 0) (k (call/cc (lambda (k) k))) (some (all g 2))) (set! n (+ n 1)) (if (< n 3) (k k) (list n some))))
(twice) ; => (3 ())
(define (from-there) (let* ((g (gmap (lambda (x) (call/cc (lambda (k) (if (= x 2) (set! again k)) x))) (generator 1 2 3)))) (let ((l (all g))) (if again (let ((k again)) (set! again #f) (k 'again)) l))))
(from-there) ; => (1 again)
;; accumulators give something new each time they are asked
(let ((a (list-accumulator))) (a 1) (let ((l (a end))) (a 2) (list l (a end)))) ; => ((1) (1 2))
(let ((a (bytevector-accumulator))) (a 1) (let ((b (a end))) (a #u8(2)) (list b (a end)))) ; => (#u8(1) #u8(1 2))
(let ((a (string-accumulator))) (a 'x) (a end)) ; error: type:
(let ((a (bytevector-accumulator))) (a 256)) ; error: type:
(let ((a (sum-accumulator))) (a 1) (a 1/2) (a end)) ; => 3/2
;; several values, as many as are wanted or not
(define (pair x) (values x (* x 10)))
(define (one x) x)
(define (three x) (values 1 2 x))
(let-values (((a b) (pair 2))) (list a b)) ; => (2 20)
(call-with-values (lambda () (pair 2)) (lambda (a b) (list b a))) ; => (20 2)
(call-with-values (lambda () (if (= (one 1) 1) (pair 3) (three 3))) (lambda (a b) (list b a))) ; => (30 3)
(call-with-values (lambda () (if (= (one 1) 1) (three 3) (pair 3))) (lambda (a b) (list b a))) ; error: arity:
(call-with-values (lambda () (one 1)) (lambda (a b) (list b a))) ; error: arity:
(call-with-values (lambda () (pair 1)) (lambda (a b c) (list b a))) ; error: arity:
(call-with-values (lambda () (three 1)) (lambda (a . b) (list b a))) ; => ((2 1) 1)
(let ((x 1) (y 2)) (call-with-values (lambda () (values y x)) (lambda (a b) (set! x a) (list a b x y)))) ; => (2 1 2 2)

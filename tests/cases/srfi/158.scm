;;; (srfi 158): beyond its examples.
(import (scheme base) (srfi 158))
(define (all g) (generator->list g))
(all (vector->generator #(1 2 3) 1)) ; => (2 3)
(all (bytevector->generator #u8(1 2))) ; => (1 2)
(all (gremove odd? (generator 1 2 3))) ; => (2)
(all (gtake-while odd? (generator 1 3 4 5))) ; => (1 3)
(let ((g (generator 1))) (g) (list (eof-object? (g)) (eof-object? (g)))) ; => (#t #t)
(all (gtake (make-range-generator 0) 3)) ; => (0 1 2)
(all (make-iota-generator 3)) ; => (0 1 2)
(all (ggroup (generator 1 2 3) 2 'x)) ; => ((1 2) (3 x))
(all (gmerge < (generator 1 5) (generator 2 3) (generator 0 9))) ; => (0 1 2 3 5 9)
(define (feed a . xs) (for-each a xs) (a (eof-object)))
(feed (count-accumulator) 'a 'b) ; => 2
(feed (reverse-list-accumulator) 1 2) ; => (2 1)
(feed (vector-accumulator) 1 2) ; => #(1 2)
(feed (reverse-vector-accumulator) 1 2) ; => #(2 1)
(feed (string-accumulator) #\a #\b) ; => "ab"
(feed (sum-accumulator) 1 2 3) ; => 6
(feed (product-accumulator) 2 3) ; => 6
(define (tree-leaves tree) (make-coroutine-generator (lambda (yield) (let walk ((t tree)) (cond ((null? t) #f) ((pair? t) (walk (car t)) (walk (cdr t))) (else (yield t)))))))
(all (tree-leaves '((1 2) (3 (4))))) ; => (1 2 3 4)
(all (gmap + (tree-leaves '(1 (2))) (tree-leaves '((10) 20 30)))) ; => (11 22)
(generator-count even? (tree-leaves '(1 2 (4)))) ; => 2
(all (gappend)) ; => ()
(generator-fold cons '() (generator 1 2)) ; => (2 1)
;; one generator at least
(generator-fold + 0) ; error: arity: generator-fold
(generator-for-each +) ; error: arity: generator-for-each
(gmap +) ; error: arity: gmap

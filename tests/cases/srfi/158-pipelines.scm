;;; SRFI 158: generators of generators where they are consumed: nobody can tell that they are one loop.
(import (scheme base) (srfi 1) (srfi 158))

(define (square x) (* x x))
(define (evens l) (generator->list (gfilter even? (gmap square (list->generator l)))))
(list (evens '(1 2 3 4)) (evens '()) (evens '(1))) ; => ((4 16) () ())
(generator-fold + 0 (gtake (gremove even? (gmap square (make-range-generator 1))) 3)) ; => 35
(generator->vector (gtake-while (lambda (x) (< x 20)) (gmap square (make-range-generator 0 100)))) ; => #(0 1 4 9 16)
(generator->reverse-list (gmap - (make-iota-generator 3 1))) ; => (-3 -2 -1)
(generator->list (gmap - (make-iota-generator 3 1 0.5))) ; => (-1.0 -1.5 -2.0)
(generator->list (gmap - (make-iota-generator 3))) ; => (0 -1 -2)
(generator->list (gmap - (make-range-generator 1.5 4))) ; => (-1.5 -2.5 -3.5)
(generator->list (gtake (gmap - (make-range-generator 1 #f)) 2)) ; => (-1 -2)
(generator->string (gmap char-upcase* (string->generator "abc"))) ; error: unbound
(generator->string (gmap (lambda (c) (if (char=? c #\a) #\x c)) (string->generator "abc"))) ; => "xbc"
(generator->list (gmap - (list->generator '(1 2 3))) 2) ; => (-1 -2)
(generator-map->list - (gmap square (list->generator '(1 2)))) ; => (-1 -4)
(let ((n 0)) (generator-for-each (lambda (x) (set! n (+ n x))) (gmap square (list->generator '(1 2 3)))) n) ; => 14
(generator-find even? (gmap (lambda (x) (+ x 1)) (list->generator '(2 3 5)))) ; => 4
(generator-count odd? (gtake (list->generator '(1 2 3 5)) 3)) ; => 2
(generator-any (lambda (x) (and (> x 4) x)) (gmap square (list->generator '(1 2 3)))) ; => 9
(generator-every (lambda (x) (and (> x 0) x)) (gmap square (list->generator '(1 2 3)))) ; => 9
(generator-fold cons '() (list->generator '(1 2))) ; => (2 1)
;; an end of file in the middle is the end
(generator->list (gmap (lambda (x) (if (= x 3) (eof-object) x)) (list->generator '(1 2 3 4)))) ; => (1 2)
(generator->list (gmap (lambda (x) x) (list->generator (list 1 (eof-object) 2)))) ; => (1)
(generator->list (gtake (gmap - (list->generator '(1))) 3)) ; => (-1)
(generator->list (gtake (gmap - (list->generator '(1 2))) 0)) ; => ()
;; a variable of its own, asked in one place or in several
(define (both l)
  (let* ((a (gmap square (list->generator l))) (b (gfilter odd? a)))
    (generator->list b)))
(both '(1 2 3)) ; => (1 9)
(define (twice l)
  (let ((a (gmap square (list->generator l))))
    (let* ((first (generator->list a 2)) (second (generator->list a)))
      (list first second))))
(twice '(1 2 3 4)) ; => ((1 4) (9 16))
(define (in-turn l)
  (let* ((a (gmap square (list->generator l))) (next (lambda () (generator-find odd? a))))
    (let* ((x (next)) (y (next)) (z (next))) (list x y z))))
(in-turn '(1 2 3)) ; => (1 9 #f)
(define (one-by-one l)
  (let ((a (gmap square (list->generator l))))
    (let loop ((n 0)) (let ((x (a))) (if (eof-object? x) n (loop (+ n x)))))))
(one-by-one '(1 2 3)) ; => 14
(let ((a (gmap square (list->generator '(1 2))))) (let* ((x (a)) (y (a))) (list x y (eof-object? (a))))) ; => (1 4 #t)
(let ((a (gmap square (list->generator '(1 2))))) (set! a (lambda () (eof-object))) (generator->list a)) ; => ()
;; in the order of the program, and once
(define trace '())
(define (note x value) (set! trace (cons x trace)) value)
(begin (generator-fold (note 'kons +) (note 'seed 0) (gmap (note 'f -) (gfilter (note 'p even?) (note 'g (list->generator (note 'l '(1 2)))))))
       (reverse trace)) ; => (kons seed f p l g)
(define f1 square)
(generator->list (gmap f1 (gmap (lambda (x) (set! f1 -) x) (list->generator '(2 3))))) ; => (4 9)
(define data (list 1 2 3))
(generator->list (gmap (lambda (x) (set-car! (cdr data) 'x) x) (list->generator data))) ; => (1 x 3)
;; mistakes
(generator->list (gmap square (list->generator '(1 a)))) ; error: type: *: wanted a number, got a
(generator->list (gmap square (list->generator '(1 . 2)))) ; error: type: car: wanted a pair, got 2
(generator->list (gmap square 5)) ; error: type
(generator->list (gmap 5 (list->generator '(1)))) ; error: type
(generator->list (gmap (lambda (x y) x) (list->generator '(1)))) ; error: arity
(generator->list (gmap (lambda (x y) x) (list->generator '()))) ; => ()
(generator->list (gtake (gmap square (list->generator '(1))) 'a)) ; error: type: <
(generator-fold (lambda (x) x) 0 (list->generator '(1))) ; error: arity
(generator->list (gmap - (make-range-generator 'a))) ; error: type: +
;; continuations out of the middle, and into it again
(call/cc (lambda (k) (generator-for-each (lambda (x) (if (> x 3) (k x))) (gmap square (list->generator '(1 2 3)))))) ; => 4
(define again #f)
(let ((turns 0))
  (let ((found (generator->list (gmap (lambda (x) (call/cc (lambda (k) (if (= x 2) (set! again k)) x))) (list->generator '(1 2 3))))))
    (set! turns (+ turns 1))
    (if (< turns 3) (again (* 10 turns)) (list turns found)))) ; => (3 (1 20))
(define (lazily l) (make-coroutine-generator (lambda (yield) (generator-for-each yield (gmap square (list->generator l))))))
(generator->list (gfilter odd? (lazily '(1 2 3)))) ; => (1 9)
;; what asks procedures for its values
(generator->list (make-unfold-generator (lambda (s) (> s 3)) square (lambda (s) (+ s 1)) 1)) ; => (1 4 9)
(generator-fold + 0 (gfilter odd? (make-unfold-generator null? car cdr '(1 2 3)))) ; => 4
(generator->list (make-unfold-generator (lambda (s) #t) (lambda (s) (error "not asked")) cdr '())) ; => ()
(generator->list (make-unfold-generator null? car cdr '(1 . 2))) ; error: type: car
(generator->list (gcombine (lambda (x n) (values (+ x n) (+ x n))) 0 (list->generator '(1 2 3)))) ; => (1 3 6)
(generator->list (gmap - (gcombine (lambda (x n) (if (> x 1) (values n x) (values x n))) 'a (gmap square (list->generator '(1 2 3)))))) ; error: type: -
(generator->list (gcombine (lambda (x n) x) 0 (list->generator '(1)))) ; error: arity
(generator->list (gcombine values 0 (list->generator '(1 2)))) ; => (1 2)
;; of vectors, strings and bytevectors, in all directions
(generator->list (gmap - (vector->generator #(1 2 3)))) ; => (-1 -2 -3)
(generator-fold cons '() (reverse-vector->generator #(1 2 3))) ; => (1 2 3)
(generator-count (lambda (c) (char=? c #\a)) (string->generator "banana")) ; => 3
(generator-fold + 0 (bytevector->generator #u8(1 2 3))) ; => 6
(generator-fold + 0 (generator 1 2 3)) ; => 6
(let ((v (vector 1 2 3))) (generator-fold (lambda (x n) (vector-set! v 2 10) (+ x n)) 0 (vector->generator v))) ; => 13
(generator-fold + 0 (vector->generator 5)) ; error: type: vector->generator: argument 1: wanted a vector, got 5
(generator-fold + 0 (reverse-vector->generator 5)) ; error: type: reverse-vector->generator
(generator-fold + 0 (string->generator 'a)) ; error: type: string->generator
(generator-fold + 0 (bytevector->generator "a")) ; error: type: bytevector->generator
;; one after the other, from some on, up to some
(generator->list (gappend (list->generator '(1)) (vector->generator #()) (string->generator "a"))) ; => (1 #\a)
(generator->list (gcons* 1 (eof-object) (list->generator '(2)))) ; => (1)
(let ((g (gcons* 1 (eof-object) (list->generator '(2))))) (let* ((a (g)) (b (g)) (c (g))) (list a (eof-object? b) c))) ; => (1 #t 2)
(generator->list (gcons* 'a 'b (vector->generator #(1)))) ; => (a b 1)
(generator->list (gdrop (list->generator '(1 2 3)) 2)) ; => (3)
(generator->list (gdrop (list->generator '(1)) 2)) ; => ()
(generator->list (gdrop (list->generator '(1)) 'x)) ; error: type: >
(generator->list (gdrop-while odd? (list->generator '(1 3 2 5)))) ; => (2 5)
(generator->list (gindex (list->generator '(a b c d)) (list->generator '(0 2)))) ; => (a c)
(generator->list (gindex (list->generator '(a b)) (make-range-generator 0))) ; => (a b)
(generator->list (gselect (list->generator '(1 2 3)) (circular-generator #t #f))) ; => (1 3)
(generator->list (gselect (list->generator '(1 2 3)) (generator #t))) ; => (1)
(generator->list (circular-generator 1 2) 5) ; => (1 2 1 2 1)
(generator->list (gdelete 2 (list->generator '(1 2 3)))) ; => (1 3)
(generator->list (gdelete 2 (list->generator '(1 2 3)) <)) ; => (1 2)
(generator->list (gdelete-neighbor-dups (list->generator '("a" "a" "b" "a")))) ; => ("a" "b" "a")
(generator->list (gdelete-neighbor-dups (list->generator '(1 2 4 9)) (lambda (a b) (= (+ a 1) b)))) ; => (1 4 9)
(generator->list (ggroup (vector->generator #(1 2 3)) 2)) ; => ((1 2) (3))
(generator->list (ggroup (vector->generator #(1 2 3)) 0)) ; => ()
(generator->list (gmap list (generator 1 2) (list->generator '(a b c)) (string->generator "xyz"))) ; => ((1 a #\x) (2 b #\y))
(generator->list (gstate-filter (lambda (x n) (values (even? n) (+ n 1))) 0 (list->generator '(a b c)))) ; => (a c)
;; a generator of two is asked for the second only where the first had one
(let* ((a (list->generator '(1))) (b (list->generator '(x y))) (all (generator->list (gmap cons a b)))) (list all (b))) ; => (((1 . x)) y)
(let* ((s (list->generator '(1 2 3 4))) (g (gappend (gtake s 1) (gdrop s 1)))) (generator->list g)) ; => (1 3 4)
;; what asks itself for the next one
(define (words text)
  (let ((g (string->generator text)))
    (lambda ()
      (let loop ((word '()))
        (let ((c (g)))
          (cond ((eof-object? c) (if (null? word) c (list->string (reverse word))))
                ((char=? c #\space) (if (null? word) (loop word) (list->string (reverse word))))
                (else (loop (cons c word)))))))))
(generator->list (words " ab  c ")) ; => ("ab" "c")
(let ((a (words "x y z")) (b (words "p q"))) (list (a) (b) (a) (b) (a) (eof-object? (b)))) ; => ("x" "p" "y" "q" "z" #t)
(define (again)
  (let ((g (vector->generator #(1 2 3))) (k #f) (n 0))
    (let* ((x (begin (call/cc (lambda (c) (set! k c))) (g))))
      (set! n (+ n 1))
      (if (< n 3) (k #f) x))))
(again) ; => 3
;; through procedures of the program
(define (evens g) (gfilter even? g))
(define (multiples k g) (gmap (lambda (x) (* k x)) g))
(define (total g) (generator-fold + 0 g))
(define (numbers from n) (make-range-generator from (+ from n)))
(define (firsts g n) (gtake g n))
(define (all l) (list (total (evens (list->generator l))) (generator->list (multiples (car l) (evens (list->generator l))))))
(all '(2 3 4)) ; => (6 (4 8))
(total (multiples 2 (numbers 1 3))) ; => 12
(define (in-what-order) (let ((seen '())) (define (say x) (set! seen (cons x seen)) x) (let ((t (total (multiples (say 2) (numbers (say 1) (say 3)))))) (list t seen))))
(in-what-order) ; => (12 (3 1 2))
(define (the-other-way) (let ((seen '())) (define (say x) (set! seen (cons x seen)) x) (let ((l (generator->list (firsts (numbers (say 1) (say 3)) (say 2))))) (list l seen))))
(the-other-way) ; => ((1 2) (2 3 1))
(define (twice g) (gappend g g))
(define (both l) (generator->list (twice (list->generator l))))
(both '(1 2 3)) ; => (1 2 3)
(define (wrong v) (total (evens (vector->generator v))))
(wrong 5) ; error: type: vector->generator
(wrong #(1 a)) ; error: type: even?
(define (before) (total (later (list->generator '(1 2)))))
(before) ; error: unbound
(define (later g) (gmap - g))
(before) ; => -3
;; a procedure that makes all of it, and one whose stages are known only where it is called
(define asked '())
(define (odds) (gfilter (lambda (x) (set! asked (cons x asked)) (odd? x)) (make-range-generator 0)))
(define (in-twos g) (gmap list->vector (ggroup g 2)))
(generator-find (lambda (x) (> x 2)) (odds)) ; => 3
asked ; => (3 2 1 0)
(let ((g (odds)) (h (odds))) (list (g) (h) (g) (generator->list (gtake g 2)))) ; => (1 1 3 (5 7))
(generator->list (in-twos (gtake (odds) 3))) ; => (#(1 3) #(5))
(let ((g (list->generator '(1 2 3)))) (list (generator->list (in-twos g)) (eof-object? (g)))) ; => ((#(1 2) #(3)) #t)
(define (tens) (gmap (lambda (x) (* 10 x)) (gdrop shared 1)))
(define shared (make-range-generator 0 6))
(list (generator->list (gtake (tens) 2)) (shared) (generator->list (tens))) ; => ((10 20) 3 (50))
(define (odds) (generator 'new))
(generator->list (odds)) ; => (new)
;; two generators where they are consumed
(define (sums a b) (generator-map->list + (gmap - (list->generator a)) (vector->generator b)))
(sums '(1 2 3) #(10 20)) ; => (9 18)
(sums '() #(1)) ; => ()
(sums '(1) #(a)) ; error: type: +: wanted a number, got a
(sums '(1 2) '(1)) ; error: type: vector->generator
(let ((a (list->generator '(1))) (b (list->generator '(x y)))) (list (generator-map->list cons a b) (b))) ; => (((1 . x)) y)
(let ((g (make-range-generator 0 5))) (list (generator-map->list cons g g) (eof-object? (g)))) ; => (((0 . 1) (2 . 3)) #t)
(generator-map->list (lambda (x y) (if (= x 2) (eof-object) y)) (make-range-generator 0) (list->generator '(a b c d))) ; => (a b)
(generator-fold list 0 (list->generator '(1 2)) (list->generator '(a b c))) ; => (2 b (1 a 0))
(let ((l '())) (generator-for-each (lambda (x y) (set! l (cons (list x y) l))) (gtake (make-range-generator 0) 2) (string->generator "abc")) l) ; => ((1 #\b) (0 #\a))
(define k2 #f)
(define turns 0)
(let ((l (generator-map->list (lambda (x y) (call/cc (lambda (c) (if (= x 1) (set! k2 c)) (list x y)))) (gfilter number? (list->generator '(0 1 2))) (string->generator "abc")))) (set! turns (+ turns 1)) (if (< turns 2) (k2 'again) l)) ; => ((0 #\a) again)
(generator-map->list list (list->generator '(1 2)) (list->generator '(3 4)) (list->generator '(5 6))) ; => ((1 3 5) (2 4 6))
;; generators of generators, and of lists
(generator->list (gflatten (gmap list->generator (vector->generator #((1 2) () (3)))))) ; => (1 2 3)
(generator->list (gflatten (gmap list->generator (list->generator (list (list 1 (eof-object) 2) '(3)))))) ; => (1 3)
(generator->list (gflatten (gmap list->generator (list->generator '((1 . 2)))))) ; error: type: car
(generator->list (gflatten (gmap list->generator (list->generator '(5))))) ; error: type: car
(generator->list (gflatten (generator '(1 2) (generator 3) '() (vector->generator #(4))))) ; => (1 2 3 4)
(generator->list (gflatten (gmap (lambda (n) (make-iota-generator n)) (make-range-generator 1 4)))) ; => (0 0 1 0 1 2)
(generator->list (gflatten (ggroup (list->generator '(1 2 3)) 2))) ; => (1 2 3)
(generator->list (gflatten (generator))) ; => ()
(generator->list (gflatten (generator 5))) ; error: type:
(let ((g (gflatten (gmap list->generator (list->generator '((1)) ))))) (let ((next (lambda () (g)))) (let* ((a (next)) (b (next)) (c (next))) (list a (eof-object? b) (eof-object? c))))) ; => (1 #t #t)

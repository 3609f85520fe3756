;;; (srfi 133) and (srfi 125): what gives several values in turn, where the procedure is known.
(import (scheme base) (srfi 125) (srfi 133))
(define (numbers) (vector-unfold (lambda (i a) (values a (+ a 10))) 4 0))
(define (sums) (vector-unfold (lambda (i a b) (values a b (+ a b))) 8 0 1))
(define (more) (vector-unfold (lambda (i a b c) (values a b c i)) 5 7 8 9))
(define (backwards) (vector-unfold-right (lambda (i a b) (values (- a i) b (+ a b))) 5 0 1))
(define (some) (vector-unfold (lambda (i a) (if (odd? i) (values a (* 2 a)) (values i (+ a 1)))) 5 1))
(define (fewer) (vector-unfold (lambda (i a) a) 3 0))
(define (filled v) (vector-unfold! (lambda (i a) (values (* i a) (+ a 1))) v 1 3 5) v)
(define (squares n) (hash-table-unfold zero? (lambda (k) (values k (* k k))) (lambda (k) (- k 1)) n =))
(define again #f)
(define (entered)
  (let* ((times 0)
         (found (vector-unfold
                 (lambda (i a)
                   (values (call/cc (lambda (k) (if (= i 1) (set! again k)) a)) (+ a 1)))
                 3
                 0)))
    (set! times (+ times 1))
    (if (< times 3) (again (* 10 times)) found)))
(numbers) ; => #(0 10 20 30)
(sums) ; => #(0 1 1 2 3 5 8 13)
(more) ; => #(7 8 9 0 1)
(backwards) ; => #(3 1 -1 -2 -4)
(some) ; => #(0 2 2 5 4)
(fewer) ; error: arity:
(filled (vector 0 0 0 0)) ; => #(0 5 12 0)
(hash-table-ref/default (squares 4) 3 0) ; => 9
(hash-table-size (squares 4)) ; => 4
(entered) ; => #(0 20 2)

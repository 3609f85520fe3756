;;; Vectors: Conway's game of life on a torus.
(import (scheme base))

(define size 20)

(define (at board x y)
  (vector-ref board (+ (* size (modulo y size)) (modulo x size))))

(define (neighbours board x y)
  (+ (at board (- x 1) (- y 1)) (at board x (- y 1)) (at board (+ x 1) (- y 1))
     (at board (- x 1) y) (at board (+ x 1) y)
     (at board (- x 1) (+ y 1)) (at board x (+ y 1)) (at board (+ x 1) (+ y 1))))

(define (step board)
  (let ((next (make-vector (* size size) 0)))
    (do ((y 0 (+ y 1)))
        ((= y size) next)
      (do ((x 0 (+ x 1)))
          ((= x size))
        (let ((around (neighbours board x y)))
          (when (or (= around 3) (and (= around 2) (= 1 (at board x y))))
            (vector-set! next (+ (* size y) x) 1)))))))

(define (glider)
  (let ((board (make-vector (* size size) 0)))
    (for-each (lambda (place) (vector-set! board (+ (* size (cdr place)) (car place)) 1))
              '((1 . 0) (2 . 1) (0 . 2) (1 . 2) (2 . 2)))
    board))

(define (run n)
  (let loop ((i 0) (board (glider)))
    (if (= i n)
        (apply + (vector->list board))
        (loop (+ i 1) (step board)))))

;;; Lists and recursion: the number of ways to place queens.
(import (scheme base))

(define (run size)
  (define (safe? row distance placed)
    (or (null? placed)
        (and (not (= (car placed) (+ row distance)))
             (not (= (car placed) (- row distance)))
             (not (= (car placed) row))
             (safe? row (+ distance 1) (cdr placed)))))
  (define (try row column placed)
    (cond ((= column size) 1)
          ((= row size) 0)
          (else
           (+ (if (safe? row 1 placed)
                  (try 0 (+ column 1) (cons row placed))
                  0)
              (try (+ row 1) column placed)))))
  (try 0 0 '()))

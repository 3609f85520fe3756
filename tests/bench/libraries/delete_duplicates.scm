;;; SRFI 1: delete-duplicates of numbers, words and pairs by key.
(import (scheme base) (srfi 1))

(define numbers (map (lambda (i) (modulo (* i i) 23)) (iota 100)))
(define words
  '("the" "fox" "and" "the" "dog" "and" "the" "cat" "or" "a" "fox" "or" "an" "owl" "the" "end"))
(define entries
  '((a . 1) (b . 2) (a . 3) (c . 4) (b . 5) (d . 6) (a . 7)))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (+ total
                 (length (delete-duplicates numbers))
                 (length (delete-duplicates numbers =))
                 (length (delete-duplicates words string=?))
                 (length (delete-duplicates entries
                                            (lambda (x y) (eq? (car x) (car y))))))))))

;;; Strings and lists: numbers in Roman numerals, and back.
(import (scheme base))

(define numerals
  '((1000 . "M") (900 . "CM") (500 . "D") (400 . "CD") (100 . "C") (90 . "XC")
    (50 . "L") (40 . "XL") (10 . "X") (9 . "IX") (5 . "V") (4 . "IV") (1 . "I")))

(define (roman n)
  (let loop ((n n) (l numerals) (s ""))
    (cond ((= n 0) s)
          ((>= n (caar l)) (loop (- n (caar l)) l (string-append s (cdar l))))
          (else (loop n (cdr l) s)))))

(define (digit c)
  (case c
    ((#\I) 1) ((#\V) 5) ((#\X) 10) ((#\L) 50)
    ((#\C) 100) ((#\D) 500) ((#\M) 1000)
    (else (error "not a Roman numeral" c))))

(define (arabic s)
  (let loop ((i (- (string-length s) 1)) (highest 0) (total 0))
    (if (< i 0)
        total
        (let ((d (digit (string-ref s i))))
          (if (< d highest)
              (loop (- i 1) highest (- total d))
              (loop (- i 1) d (+ total d)))))))

(define (run n)
  (let loop ((i 1) (total 0))
    (if (> i n)
        total
        (loop (+ i 1) (+ total (arabic (roman i)))))))

;;; Mutual tail calls: a state machine that counts the words and the numbers
;;; of a text; each state is a procedure.
(import (scheme base) (scheme char))

(define text "the 3 quick brown foxes jump over 12 lazy dogs in 1984 and 42 more ")

(define (scan s)
  (define end (string-length s))
  (define (blank i words numbers)
    (cond ((= i end) (+ (* 1000 words) numbers))
          ((char-alphabetic? (string-ref s i)) (word (+ i 1) (+ words 1) numbers))
          ((char-numeric? (string-ref s i)) (number (+ i 1) words (+ numbers 1)))
          (else (blank (+ i 1) words numbers))))
  (define (word i words numbers)
    (cond ((= i end) (+ (* 1000 words) numbers))
          ((char-whitespace? (string-ref s i)) (blank (+ i 1) words numbers))
          (else (word (+ i 1) words numbers))))
  (define (number i words numbers)
    (cond ((= i end) (+ (* 1000 words) numbers))
          ((char-whitespace? (string-ref s i)) (blank (+ i 1) words numbers))
          (else (number (+ i 1) words numbers))))
  (blank 0 0 0))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n) total (loop (+ i 1) (+ total (scan text))))))

;;; (scheme char): is a password good? What is a text made of?
(import (scheme base) (scheme char) (srfi 130))

(define passwords '("hunter2" "Tr0ub4dor&3" "correct horse battery staple" "PASSWORD" "Ünïcödé9!x"))

(define (strength s)
  (+ (if (string-any char-upper-case? s) 1 0)
     (if (string-any char-lower-case? s) 1 0)
     (if (string-any char-numeric? s) 1 0)
     (if (string-any (lambda (c) (not (or (char-alphabetic? c) (char-numeric? c)))) s) 1 0)
     (if (>= (string-length s) 10) 1 0)))

(define (swap-case s)
  (string-map (lambda (c) (if (char-upper-case? c) (char-downcase c) (char-upcase c))) s))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (let each ((l passwords) (total total))
                (if (null? l)
                    total
                    (each (cdr l)
                          (+ total
                             (strength (car l))
                             (strength (swap-case (car l)))
                             (string-count (car l) char-whitespace?)
                             (if (string-ci=? (car l) "password") 10 0)))))))))

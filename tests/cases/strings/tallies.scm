;;; Loops along a string that count a character and do nothing else.
(import (scheme base) (srfi 130))
(define (in-operand s) (let loop ((i 0) (n 0)) (if (= i (string-length s)) n (loop (+ i 1) (if (char=? (string-ref s i) #\a) (+ n 1) n)))))
(list (in-operand "banana") (in-operand "") (in-operand "xyz") (in-operand "aaaa")) ; => (3 0 0 4)
(in-operand 5) ; error: type: string-length
(define (in-branches s) (let ((k (string-length s))) (let loop ((i 0) (n 10)) (cond ((>= i k) (list n)) ((eqv? #\a (string-ref s i)) (loop (+ i 1) (+ 1 n))) (else (loop (+ i 1) n))))))
(in-branches "banana") ; => (13)
(define (with-others s x) (let loop ((i 0) (x x) (n 0)) (if (= i (string-length s)) (cons x n) (loop (+ i 1) x (if (char=? #\a (string-ref s i)) (+ n 1) n)))))
(with-others "banana" 'x) ; => (x . 3)
(define (of-list s) (let loop ((l (string->list s)) (n 0)) (cond ((null? l) n) ((char=? (car l) #\a) (loop (cdr l) (+ n 1))) (else (loop (cdr l) n)))))
(of-list "banana") ; => 3
(string-fold (lambda (c n) (if (char=? c #\a) (+ n 1) n)) 0 "banana") ; => 3
(string-fold (lambda (c n) (if (char=? c #\a) (+ n 1) n)) 0.5 "banana") ; => 3.5
(string-fold (lambda (c n) (if (char=? c #\a) (+ n 1) n)) 'x "bnn") ; => x
(string-fold (lambda (c n) (if (char=? c #\a) (+ n 1) n)) 'x "banana") ; error: type: +
(string-fold (lambda (c n) (if (char=? c #\a) (+ n 1) n)) 0 'x) ; error: type: string-length
;; others do more
(define (last-one s) (let loop ((i 0) (n 0) (last #f)) (if (= i (string-length s)) (cons n last) (let ((c (string-ref s i))) (loop (+ i 1) (if (char=? c #\a) (+ n 1) n) c)))))
(last-one "banan") ; => (2 . #\n)
(define (where s) (let loop ((i 0) (n 0)) (if (= i (string-length s)) (cons i n) (loop (+ i 1) (if (char=? (string-ref s i) #\a) (+ n 1) n)))))
(where "banana") ; => (6 . 3)
(define (reset s) (let loop ((i 0) (n 0)) (if (= i (string-length s)) n (loop (+ i 1) (if (char=? (string-ref s i) #\a) (+ n 1) 0)))))
(reset "baanaa") ; => 2
(define (by-two s) (let loop ((i 0) (n 0)) (if (>= i (string-length s)) n (loop (+ i 2) (if (char=? (string-ref s i) #\a) (+ n 1) n)))))
(list (by-two "banana") (by-two "abaca")) ; => (0 3)
(define (from-one s) (let loop ((i 1) (n 0)) (if (= i (string-length s)) n (loop (+ i 1) (if (char=? (string-ref s i) #\a) (+ n 1) n)))))
(from-one "abaca") ; => 2
(define (both s) (let loop ((i 0) (n 0) (m 0)) (if (= i (string-length s)) (list n m) (let ((c (string-ref s i))) (loop (+ i 1) (if (char=? c #\a) (+ n 1) n) (if (char=? c #\b) (+ m 1) m))))))
(both "banana") ; => (3 1)
(define (of-another s t) (let loop ((i 0) (n 0)) (if (= i (string-length s)) n (loop (+ i 1) (if (char=? (string-ref t i) #\a) (+ n 1) n)))))
(of-another "abc" "banana") ; => 1

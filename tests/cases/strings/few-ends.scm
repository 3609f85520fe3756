;;; Loops that look for one of a few characters: a text that has none is passed over at once.
(import (scheme base) (srfi 130))
(define (special? s) (if (string-any (lambda (c) (memv c '(#\, #\" #\newline))) s) #t #f))
(define (first-of s)
  (let ((n (string-length s)))
    (let loop ((i 0))
      (cond ((= i n) #f)
            ((or (char=? (string-ref s i) #\,) (char=? (string-ref s i) #\=)) i)
            (else (loop (+ i 1)))))))
(define (within s n)
  (let loop ((i 0))
    (cond ((= i n) 'none)
          ((or (char=? (string-ref s i) #\,) (char=? (string-ref s i) #\=)) i)
          (else (loop (+ i 1))))))

(map special? '("" "a" "," "abcdefghij" "abcdefghij," "ab\"c" ",abcdefghijkl")) ; => (#f #f #t #f #t #t #t)
(map first-of '("" "a" "," "abcdefghij" "abcdefghij," "ab=c")) ; => (#f #f 0 #f 10 2)
(map (lambda (n) (within "abc,d" n)) '(0 1 3 4 5)) ; => (none none none 3 3)
(within "abc" 3) ; => none
(within "abc" 5) ; error: range: string-ref: argument 2: wanted an index from 0 to 2, got 3
(within "abcdefghijkl" 40) ; error: range: string-ref: argument 2: wanted an index from 0 to 11, got 12
(first-of 'a) ; error: type: string-length
(within 'a 2) ; error: type: string-ref
(define (near s)
  (let loop ((i 0))
    (cond ((= i 40) 'none)
          ((or (char=? (string-ref s i) #\,) (char=? (string-ref s i) #\=)) i)
          (else (loop (+ i 1))))))
(map (if (= 1 1) near car) '(a)) ; error: type: string-ref: argument 1: wanted a string, got a

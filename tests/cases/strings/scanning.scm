;;; Loops that look for a character skip what is no hit.
(define (index-of s c start)
  (let ((end (string-length s)))
    (let loop ((i start))
      (cond ((>= i end) #f) ((char=? (string-ref s i) c) i) (else (loop (+ i 1)))))))
(map (lambda (c start) (index-of "hello" c start)) (list #\l #\l #\l #\z) '(0 3 4 0)) ; => (2 3 #f #f)
(index-of "abc" #\a 9) ; => #f
(index-of "" #\a 0) ; => #f
(index-of "abc" 5 0) ; error: type
(index-of "abc" #\a -2) ; error: range
(index-of "abc" #\c 0.0) ; error: type
(define (up-to end s)
  (let loop ((i 0)) (cond ((= i end) 'end) ((char=? (string-ref s i) #\z) i) (else (loop (+ i 1))))))
(up-to 10 "abcdefghijk") ; => end
(up-to 10 "abc") ; error: range
(define (beyond s)
  (let ((end (string-length s)))
    (let loop ((i 5)) (cond ((= i end) 'end) ((char=? (string-ref s i) #\z) i) (else (loop (+ i 1)))))))
(beyond "abc") ; error: range

;; up to the length of the string itself, or of another one; the character on either side, or as a datum
(define (place-of s c)
  (let loop ((i 0)) (cond ((= i (string-length s)) #f) ((char=? c (string-ref s i)) i) (else (loop (+ i 1))))))
(define (within s other)
  (let loop ((i 0)) (cond ((= i (string-length other)) 'end) ((eqv? (string-ref s i) #\x) i) (else (loop (+ i 1))))))
(define (from s i)
  (let loop ((i i)) (if (>= i (string-length s)) #f (if (equal? #\x (string-ref s i)) i (loop (+ i 1))))))
(map (lambda (s) (place-of s #\c)) '("abcabc" "" "zzz" "c")) ; => (2 #f #f 0)
(list (within "abcxy" "123456") (within "abc" "12") (from "abx" 1) (from "abx" 7)) ; => (3 end 2 #f)
(within "abc" "123456") ; error: range: wanted an index from 0 to 2, got 3
(from "abx" -1) ; error: range: wanted an index from 0 to 2, got -1
(place-of 'x #\c) ; error: type: string-length: wanted a string, got x
(place-of "abc" 'c) ; error: type: char=?: argument 1: wanted a character, got c

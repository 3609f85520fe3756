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

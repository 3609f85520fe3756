;;; Loops whose next state is what a procedure without arguments gives.
(import (scheme base))
(define (last-of n next)
  (let loop ((i 0) (last 'none)) (if (= i n) last (loop (+ i 1) (next)))))
(define (counter) (let ((n 0)) (lambda () (set! n (+ n 1)) n)))
(last-of 3 (counter)) ; => 3
(last-of 0 (counter)) ; => none
(do ((next (counter)) (i 0 (+ i 1)) (got '() (list))) ((= i 2) got)) ; => ()
(define (behind text c next)
  (let loop ((i 0) (state 0))
    (cond ((= i (string-length text)) #f)
          ((char=? (string-ref text i) c) (list i state))
          (else (loop (+ i 1) (next))))))
(behind "abc" #\c (counter)) ; => (2 2)
(behind "abc" #\a (counter)) ; => (0 0)
(behind "abc" #\d (counter)) ; => #f

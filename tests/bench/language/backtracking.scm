;;; Re-entrant continuations: amb, a choice that can be taken back.
(import (scheme base))

(define failures '())

(define (fail)
  (if (null? failures)
      (error "no choice is left")
      (let ((back (car failures)))
        (set! failures (cdr failures))
        (back #f))))

(define (amb choices)
  (call/cc
   (lambda (return)
     (for-each
      (lambda (choice)
        (call/cc
         (lambda (next)
           (set! failures (cons next failures))
           (return choice))))
      choices)
     (fail))))

(define (up-to n)
  (let loop ((i n) (l '()))
    (if (= i 0) l (loop (- i 1) (cons i l)))))

(define (triple n)
  (set! failures '())
  (let* ((a (amb (up-to n)))
         (b (amb (up-to n)))
         (c (amb (up-to n))))
    (if (and (< a b) (> a (quotient n 4)) (= (* c c) (+ (* a a) (* b b))))
        (list a b c)
        (fail))))

(define (run n) (triple n))

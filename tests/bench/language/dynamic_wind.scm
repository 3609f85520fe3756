;;; dynamic-wind: a lock that is always given back, also by an early exit.
(import (scheme base))

(define depth 0)
(define entered 0)

(define (with-lock thunk)
  (dynamic-wind
   (lambda () (set! depth (+ depth 1)) (set! entered (+ entered 1)))
   thunk
   (lambda () (set! depth (- depth 1)))))

(define (first-multiple l k)
  (call/cc
   (lambda (return)
     (with-lock
      (lambda ()
        (for-each (lambda (x) (when (= 0 (modulo x k)) (return x))) l)
        #f)))))

(define (run n)
  (set! entered 0)
  (let loop ((i 0) (total 0))
    (if (= i n)
        (list total depth entered)
        (loop (+ i 1)
              (+ total
                 (with-lock (lambda () 1))
                 (or (first-multiple '(5 7 9 11) (+ 2 (modulo i 6))) 0))))))

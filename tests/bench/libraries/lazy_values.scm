;;; delay and force: settings that are computed once, when they are asked for.
(import (scheme base) (scheme lazy))

(define computed 0)

(define (settings i)
  (list (cons 'root (delay (begin (set! computed (+ computed 1)) (* i 10))))
        (cons 'depth (delay (begin (set! computed (+ computed 1)) (+ i 1))))
        (cons 'unused (delay (error "nobody asks for this")))
        (cons 'plain (make-promise i))))

(define (setting s name) (force (cdr (assq name s))))

(define (run n)
  (set! computed 0)
  (let loop ((i 0) (total 0))
    (if (= i n)
        (list total computed)
        (let ((s (settings i)))
          (loop (+ i 1)
                (+ total
                   (setting s 'root)
                   (setting s 'root)
                   (if (even? i) (setting s 'depth) 0)
                   (setting s 'plain)))))))

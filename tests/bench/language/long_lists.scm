;;; Lists of 100,000: built, reversed, appended, walked.
(import (scheme base))

(define (run n)
  (let* ((up (let loop ((i n) (l '()))
               (if (= i 0) l (loop (- i 1) (cons i l)))))
         (down (reverse up))
         (both (append up down)))
    (let loop ((l both) (previous 0) (changes 0))
      (cond ((null? l) (list changes (length both) (list-ref both n)))
            ((< (car l) previous) (loop (cdr l) (car l) (+ changes 1)))
            (else (loop (cdr l) (car l) changes))))))

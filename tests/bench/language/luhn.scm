;;; Strings and characters: check digits of card numbers.
(import (scheme base) (scheme char))

(define cards '("4539 1488 0343 6467" "8273 1232 7352 0569" "4000 0000 0000 0002" "12a4"))

(define (valid? card)
  (let loop ((i (- (string-length card) 1)) (double #f) (total 0) (digits 0))
    (if (< i 0)
        (and (> digits 1) (= 0 (modulo total 10)))
        (let* ((c (string-ref card i)) (d (digit-value c)))
          (cond ((char=? c #\space) (loop (- i 1) double total digits))
                ((not d) #f)
                (double
                 (let ((d2 (* 2 d)))
                   (loop (- i 1) #f (+ total (if (> d2 9) (- d2 9) d2)) (+ digits 1))))
                (else (loop (- i 1) #t (+ total d) (+ digits 1))))))))

(define (run n)
  (let loop ((i 0) (found 0))
    (if (= i n)
        found
        (loop (+ i 1)
              (let each ((l cards) (found found))
                (cond ((null? l) found)
                      ((valid? (car l)) (each (cdr l) (+ found 1)))
                      (else (each (cdr l) found))))))))

;;; Higher-order procedures: composed, curried and applied to short lists.
(import (scheme base))

(define (compose . fs)
  (if (null? fs)
      (lambda (x) x)
      (let ((f (car fs)) (rest (apply compose (cdr fs))))
        (lambda (x) (f (rest x))))))

(define (curry f . early)
  (lambda late (apply f (append early late))))

(define (keep wanted? l)
  (let loop ((l l) (kept '()))
    (cond ((null? l) (reverse kept))
          ((wanted? (car l)) (loop (cdr l) (cons (car l) kept)))
          (else (loop (cdr l) kept)))))

(define (fold-left f start l)
  (if (null? l)
      start
      (fold-left f (f start (car l)) (cdr l))))

(define numbers '(1 2 3 4 5 6 7 8 9 10))

(define (run n)
  (let* ((add5 (curry + 2 3))
         (pipeline (compose (curry * 2) add5 abs)))
    (let loop ((i 0) (total 0))
      (if (= i n)
          total
          (loop (+ i 1)
                (+ total
                   (fold-left + 0 (map pipeline (keep even? numbers)))
                   (apply max (map - numbers (reverse numbers)))))))))

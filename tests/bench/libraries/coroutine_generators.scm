;;; SRFI 158: generators made of procedures that yield; groups of lines.
(import (scheme base) (srfi 158))

(define (tree-walk tree)
  (make-coroutine-generator
   (lambda (yield)
     (let walk ((t tree))
       (cond ((null? t) #f)
             ((pair? t) (walk (car t)) (walk (cdr t)))
             (else (yield t)))))))

(define tree '(1 (2 3 (4 5)) ((6) 7 (8 (9 10))) 11 (12 13)))

(define (once)
  (+ (generator-fold + 0 (tree-walk tree))
     (apply + (map length (generator->list (ggroup (list->generator '(1 2 3 4 5 6 7 8)) 3))))
     (length (generator->list (gdelete-neighbor-dups (vector->generator #(1 1 2 3 3 3 1)))))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (once))))))

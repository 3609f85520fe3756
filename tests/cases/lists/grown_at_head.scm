;;; A list that a loop grows at its head and answers: nobody can tell whether it was made of pairs.
(import (scheme base))
(define (up-to n) (let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))
(define (both n)
  (let* ((up (let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons i l))))) (down (reverse up)))
    (append up down)))
(define (sum l) (let loop ((l l) (n 0)) (if (null? l) n (loop (cdr l) (+ n (car l))))))
(define (evens l)
  (let loop ((l l) (found '())) (if (null? l) found (loop (cdr l) (if (even? (car l)) (cons (car l) found) found)))))
(define (firsts l) (let ((found (evens l))) (if (pair? found) (list (car found) (length found)) 'none)))

(up-to 4) ; => (1 2 3 4)
(both 3) ; => (1 2 3 3 2 1)
(both 0) ; => ()
(length (both 5)) ; => 10
(sum (up-to 100)) ; => 5050
(sum (let loop ((i 3) (l '())) (if (= i 0) l (loop (- i 1) (cons (* i i) l))))) ; => 14
(list (firsts '(1 2 3 4)) (firsts '(1 3))) ; => ((4 2) none)
(map - (let loop ((i 3) (l '())) (if (= i 0) l (loop (- i 1) (cons i l))))) ; => (-1 -2 -3)
(let ((l (let loop ((i 3) (l '())) (if (= i 0) l (loop (- i 1) (if (= i 2) '() (cons i l)))))))
  (list (length l) (length (append l l)))) ; => (1 2)
;; pairs where pairs are wanted
(let ((l (let loop ((i 3) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))) (set-car! l 'x) (list (length l) l)) ; => (3 (x 2 3))
(let ((l (let loop ((i 3) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))) (eq? (cdr (append l l)) (cdr l))) ; => #f
(let* ((l (let loop ((i 2) (l '())) (if (= i 0) l (loop (- i 1) (cons i l))))) (m (append '(0) l))) (eq? (cdr m) l)) ; => #t
(let loop ((i 3) (l '()) (old '())) (if (= i 0) (list l old) (loop (- i 1) (cons i l) l))) ; => ((1 2 3) (2 3))
;; a continuation comes back into a turn, any number of times
(let ((k #f) (seen '()))
  (let ((l (let loop ((i 3) (l '()))
             (if (= i 0) l (loop (- i 1) (cons (call/cc (lambda (c) (if (= i 2) (set! k c)) i)) l))))))
    (set! seen (cons (list (length l) (sum l)) seen))
    (if (< (length seen) 3) (k 10) seen))) ; => ((3 14) (3 14) (3 6))
;; mistakes are where they were
(let ((l (let loop ((i 3) (l '())) (if (= i 0) l (loop (- i 1) (cons (car i) l)))))) (length l)) ; error: type: car
(let ((l (let loop ((i 2) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))) (list-ref l 5)) ; error: range: list-ref
(let ((l (let loop ((i 0) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))) (car l)) ; error: type: car

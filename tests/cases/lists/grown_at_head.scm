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
;; of what is given as members, and of members that are made in line
(define (cut s c)
  (let loop ((i 0) (b 0) (l '()))
    (cond ((= i (string-length s)) (cons (substring s b i) l))
          ((char=? (string-ref s i) c) (loop (+ i 1) (+ i 1) (cons (substring s b i) l)))
          (else (loop (+ i 1) b l)))))
(define (asked l n) (let loop ((l l) (kept '())) (if (pair? l) (loop (cdr l) (cons (string=? (car l) "a") kept)) kept)))
(define (both-asked s n) (asked (cut s #\,) n))
(both-asked (string-copy "x,a,b") 1) ; => (#f #t #f)
(let ((l (both-asked (string-copy "x,a,b") 1))) (list (length l) (car l))) ; => (3 #f)
(define (squares l) (let loop ((l l) (kept '())) (if (null? l) kept (loop (cdr l) (cons (* (car l) (car l)) kept)))))
(define (squares-of n) (squares (map (lambda (x) (+ x n)) (squares (up-to n)))))
(squares-of 3) ; => (16 49 144)
(length (squares-of 3)) ; => 3
(vector-map (lambda (l) (apply + l)) (vector (squares-of 2) (squares (up-to 2)) (up-to 2))) ; => #(45 5 3)
;; pairs where pairs are wanted
(let ((l (let loop ((i 3) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))) (set-car! l 'x) (list (length l) l)) ; => (3 (x 2 3))
(let ((l (let loop ((i 3) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))) (eq? (cdr (append l l)) (cdr l))) ; => #f
(let* ((l (let loop ((i 2) (l '())) (if (= i 0) l (loop (- i 1) (cons i l))))) (m (append '(0) l))) (eq? (cdr m) l)) ; => #t
(let loop ((i 3) (l '()) (old '())) (if (= i 0) (list l old) (loop (- i 1) (cons i l) l))) ; => ((1 2 3) (2 3))
;; appended to the arguments that are left
(define (more . r) (let ((l (append r (let loop ((i 2) (l '())) (if (= i 0) l (loop (- i 1) (cons i l))))))) (list (length l) (car l))))
(map more (list 5 6) (list 7 8)) ; => ((4 5) (4 6))
(define (sides . r) (list (length (append r (map - r))) (equal? (append r r) (append (reverse r) r)) (length (append (map - r) r))))
(map (lambda (l) (apply sides l)) (list (list) (list 1 2) (list 3 3))) ; => ((0 #t 0) (4 #f 4) (4 #t 4))
;; what is looked at where it is answered, by procedures that stand in line
(define (asked-of l) (if (> (length l) 3) l l))
(apply + (let loop ((i 5) (l '())) (if (= i 0) (asked-of l) (loop (- i 1) (cons i l))))) ; => 15
(apply * (let loop ((i 4) (l '())) (if (= i 0) (let ((f (lambda (x) (if (pair? x) x '(7))))) (f l)) (loop (- i 1) (cons i l))))) ; => 24
(let ((l (let loop ((i 2) (l '())) (let ((f (lambda (x) (if (= i 0) x (loop (- i 1) (cons i x)))))) (f l))))) (length l)) ; => 2
(let ((n 0))
  (list (apply + (let loop ((i 5) (l '()))
                   (if (= i 0) (let ((f (lambda (x) (if (pair? x) (set! n 1)) x))) (f l)) (loop (- i 1) (cons i l))))) n)) ; => (15 1)
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

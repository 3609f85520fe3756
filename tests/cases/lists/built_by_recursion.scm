;;; A list that a procedure builds by calling itself takes no stack, and continuations may return any number of times.
(define (count-to n i) (if (> i n) '() (cons i (count-to n (+ i 1)))))
(length (count-to 30000 1)) ; => 30000
(define (keep ok? l)
  (cond ((null? l) '()) ((ok? (car l)) (cons (car l) (keep ok? (cdr l)))) (else (keep ok? (cdr l)))))
(keep odd? '(1 2 3 4 5)) ; => (1 3 5)
(define (pairs l) (if (null? l) 'end (cons 1 (cons (car l) (pairs (cdr l))))))
(pairs '(a b)) ; => (1 a 1 b . end)
(define k #f)
(define (copy l)
  (if (null? l) '() (cons (call/cc (lambda (c) (if (= (car l) 2) (set! k c)) (car l))) (copy (cdr l)))))
(define results '())
(define turns 0)
(begin (set! results (cons (copy '(1 2 3)) results)) (set! turns (+ turns 1)) (if (< turns 3) (k (* turns 10))) results)
; => ((1 20 3) (1 10 3) (1 2 3))
(define left 10000)
(define (ping l) (if (null? l) (pong l) (cons (car l) (ping (cdr l)))))
(define (pong l) (set! left (- left 1)) (if (> left 0) (ping l) 'done))
(ping '()) ; => done

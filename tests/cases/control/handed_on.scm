;;; Procedures that hand a parameter on to another procedure, given a procedure that is known.
(define (next? port ok?) (let ((c (peek-char port))) (and (not (eof-object? c)) (ok? c))))
(define (take-while port ok?)
  (let loop ((chars '()))
    (if (next? port ok?) (loop (cons (read-char port) chars)) (list->string (reverse chars)))))
(define (word port) (take-while port (lambda (c) (or (char-alphabetic? c) (char=? c #\_)))))
(let* ((p (open-input-string "ab_c12")) (w (word p))) (list w (read-line p))) ; => ("ab_c" "12")
(let* ((p (open-input-string "12")) (w (word p))) (list w (read-line p))) ; => ("" "12")
(word (open-input-string "abc")) ; => "abc"
(take-while (open-input-string "12x") char-numeric?) ; => "12"
(define (until end) (take-while (open-input-string "a b;") (lambda (c) (not (char=? c end)))))
(until #\;) ; => "a b"
(let ((n 0)) (take-while (open-input-string "aab") (lambda (c) (set! n (+ n 1)) (< n 3))) n) ; => 3
(take-while (open-input-string "ab") (lambda (c) (+ c 1))) ; error: type: +
(take-while (open-input-string "ab") cons) ; error: arity
(take-while (open-input-string "ab") (lambda () #t)) ; error: arity
(take-while (open-input-string "ab") (if (string? "x") char-alphabetic? car)) ; => "ab"

; Over several procedures, and in a circle
(define (asked f x) (if (pair? x) (f (car x)) (f x)))
(define (both f x y) (list (asked f x) (asked f y)))
(define (all f l) (if (null? l) '() (append (both f (car l) 0) (all f (cdr l)))))
(all (lambda (x) (* x 10)) '(1 (2) 3)) ; => (10 0 20 0 30 0)
(all - '(1 (2))) ; => (-1 0 -2 0)
(define (ping f n) (if (= n 0) (f n) (pong f (- n 1))))
(define (pong f n) (if (= n 0) (f (+ n 100)) (ping f (- n 1))))
(list (ping list 4) (ping (lambda (n) (+ n 1)) 3)) ; => ((0) 101)
(define (swapped f g x) (if (odd? x) (f x) (turned g f (+ x 1))))
(define (turned f g x) (list (g x) (f x)))
(swapped (lambda (x) (list 'f x)) (lambda (x) (list 'g x)) 2) ; => ((f 3) (g 3))
(define (kept f l) (if (null? l) (list f) (begin (asked f (car l)) (kept f (cdr l)))))
(procedure? (car (kept abs '(1 2)))) ; => #t

; Entered again
(define saved #f)
(define times 0)
(define (marked x) (call/cc (lambda (k) (if (= x 2) (set! saved k)) x)))
(define found (all (lambda (x) (marked x)) '(1 (2) 3)))
(set! times (+ times 1))
(if (< times 3) (saved (* times 100)))
(list times found) ; => (3 (1 0 200 0 3 0))

; Redefined: who was given it asks the new one
(define (tens l) (all (lambda (x) (* x 10)) l))
(tens '(1 2)) ; => (10 0 20 0)
(define (asked f x) (list 'new (f 1)))
(tens '(7)) ; => ((new 10) (new 10))
(define (next? port ok?) #f)
(word (open-input-string "abc")) ; => ""

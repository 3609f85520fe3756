;;; Lists whose members a call names: walked along, counted, looked into, and told apart from those that somebody keeps.
(import (scheme base) (scheme char) (scheme write) (srfi 1) (srfi 130))

(define (shown x y) (for-each (lambda (part) (display part)) (list x "=" y "." (* 2 y))))
(shown 'a 3)
; output: a=3.6
(define (doubled . some) (map (lambda (x) (* 2 x)) (list 1 (length some) 3)))
(doubled 'a 'b) ; => (2 4 6)
(define (together x) (let ((n 0)) (for-each (lambda (a b) (set! n (+ n (* a b)))) (list x 2 3) (list 4 x)) n))
(together 5) ; => 30
(define (summed x) (list (fold + 0 (list x 2 x)) (apply max (list x 2)) (apply + 1 (list x x))))
(summed 4) ; => (10 4 9)
(define (counted x) (let ((l (list x x 1))) (list (length l) (car l) (cadr l) (list-ref l 2) (null? l) (pair? l))))
(counted 'a) ; => (3 a a 1 #f #t)
(define (beyond x) (let ((l (list x))) (list (length l) (cadr l))))
(beyond 1) ; error: type: cadr
(define (looped x) (let loop ((l (list x 2 3)) (seen '())) (if (null? l) seen (loop (cdr l) (cons (car l) seen)))))
(looped 1) ; => (3 2 1)
(define (backwards x) (map (lambda (y) (list y)) (reverse (list x 2))))
(backwards 1) ; => ((2) (1))

;; Characters and strings that are but texts until then.
(define (of-string s)
  (map (lambda (x) (cond ((char? x) (char-upcase x)) ((string? x) (string-append x "!")) (else (length x))))
       (list (string-ref s 0) (substring s 0 2) (string->list s) (string-append s s))))
(of-string "abc") ; => (#\A "ab!" 3 "abcabc!")
(define (joined s) (list (string-join (list s "-" (substring s 0 1)) ",") (list->string (list (string-ref s 1) #\z))))
(joined "abc") ; => ("abc,-,a" "bz")
(define (same s) (let ((t (string-copy s))) (for-each (lambda (x) (string-set! x 0 #\z)) (list t t)) t))
(same "abc") ; => "zbc"

;; What a procedure is given that walks along it, and what somebody keeps, changes or compares.
(define (total l) (if (null? l) 0 (+ (car l) (total (cdr l)))))
(define (longest l) (let loop ((l l) (n 0)) (if (pair? l) (loop (cdr l) (max n (string-length (car l)))) n)))
(list (total (list 1 (total (list 2 3)))) (longest (list "a" "bcd" "ef"))) ; => (6 3)
(define (kept x) (let ((l (list x 2))) (for-each display l) (lambda () l)))
((kept 1)) ; => (1 2)
; output: 12
(define (changed x) (let ((l (list x 2))) (set-car! l 7) (for-each display l) l))
(changed 1) ; => (7 2)
; output: 72
(define (alike x) (let ((l (list x 2))) (list (eq? l l) (equal? l (list 1 2)) (length l))))
(alike 1) ; => (#t #t 2)
(define (found x) (list (member x (list 1 2 3)) (assv x (list (cons 1 2) (cons 2 3))) (any even? (list 1 x))))
(found 2) ; => ((2 3) (2 . 3) #t)
(define (nothing) (let ((n 0)) (for-each (lambda (x) (set! n 1)) (list)) n))
(nothing) ; => 0

;; Entered again, in the walk and while the list is made.
(define k #f)
(define (walked n)
  (let ((seen '()))
    (for-each (lambda (x) (set! seen (cons (call/cc (lambda (c) (if (= x 2) (set! k c)) x)) seen))) (list 1 2 3))
    (if (< (length seen) n) (k (length seen)) seen)))
(walked 6) ; => (3 5 3 3 3 2 1)
(define (made n)
  (let ((turns 0))
    (let ((all (map (lambda (x) (* 10 x)) (list 1 (call/cc (lambda (c) (set! k c) 2)) 3))))
      (set! turns (+ turns 1))
      (if (< turns n) (k (+ turns 5)) all))))
(made 3) ; => (10 70 30)
(define (left x) (call/cc (lambda (return) (for-each (lambda (y) (if (> y x) (return y))) (list 1 5 9)) 'none)))
(map left '(0 4 9)) ; => (1 5 none)

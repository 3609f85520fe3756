;;; Lists that were just made and are only walked along: members are kept, no pairs made.
(define (squares l) (map (lambda (x) (* x x)) l))
(define (chain l)
  (let ((m (map (lambda (x) (+ x 1)) l)))
  (let loop ((l m) (s 0)) (if (null? l) s (loop (cdr l) (+ s (car l)))))))
(chain '(1 2 3)) ; => 9
(chain '()) ; => 0
(define (looks l)
  (let ((m (map (lambda (x) (* 2 x)) l)))
    (list (length m) (null? m) (pair? m) (if (pair? m) (car m) 'none))))
(looks '(4 5)) ; => (2 #f #t 8)
(looks '()) ; => (0 #t #f none)
(define (second l)
  (let ((m (map (lambda (x) (* 2 x)) l)))
    (if (and (pair? m) (pair? (cdr m))) (cadr m) 'none)))
(list (second '(1 2)) (second '(1)) (second '())) ; => (4 none none)
(define (at l i) (let ((m (map (lambda (x) (* 2 x)) l))) (list-ref m i)))
(at '(1 2 3) 2) ; => 6
(at '(1 2 3) 3) ; error: range
(at '(1 2 3) -1) ; error: type
(define (first l) (let ((m (map (lambda (x) (* 2 x)) l))) (car m)))
(first '()) ; error: type
(define (later l) (let ((m (map (lambda (x) (* 2 x)) l))) (pair? (cdr m))))
(list (later '(1 2)) (later '(1))) ; => (#t #f)
(later '()) ; error: type
(define (kept l) (let ((m (map (lambda (x) (* 2 x)) l))) (cons (length m) m)))
(kept '(1 2)) ; => (2 2 4)
(define (counted l) (length (map (lambda (x) (* 2 x)) l)))
(counted '(1 2 3)) ; => 3
(counted 4) ; error: error
;; A continuation comes back into a walk: what was walked along is still the same.
(define k #f)
(define seen '())
(define turns 0)
(define (walk l)
  (for-each (lambda (x) (set! seen (cons x seen))
    (call/cc (lambda (c) (when (= x 4) (set! k c)))))
    (map (lambda (x) (* 2 x)) l))
  (reverse seen))
(begin (walk '(1 2 3)) (set! turns (+ turns 1))
  (if (< turns 3) (k #f)) (reverse seen)) ; => (2 4 6 6 6)
;; One comes back into the gathering: each time another list is walked along.
(define j #f)
(define sums '())
(define (sum l)
  (let ((m (map (lambda (x) (call/cc (lambda (c) (when (= x 2) (set! j c)) x))) l)))
  (let loop ((l m) (s 0)) (if (null? l) s (loop (cdr l) (+ s (car l)))))))
(define left 2)
(begin (set! sums (cons (sum '(1 2 3)) sums)) (set! left (- left 1))
  (if (>= left 0) (j (* 10 (+ left 1)))) sums) ; => (14 24 6)
;; Members that are gathered in again stay apart from those that are walked along.
(define (prefixes l)
  (let loop ((l l) (acc '()) (n '()))
    (if (null? l) n (let ((m (reverse acc)))
      (loop (cdr l) (cons (car l) acc) (cons (length m) n))))))
(prefixes '(a b c)) ; => (2 1 0)
;; A loop in so many others that it is none.
(define (deep y)
  (let l1 ((i 0)) (if (< i 1) (begin
  (let l2 ((i 0)) (if (< i 1) (begin
  (let l3 ((i 0)) (if (< i 1) (begin
  (let l4 ((i 0)) (if (< i 1) (begin
  (let l5 ((i 0)) (if (< i 1) (begin
  (let l6 ((i 0)) (if (< i 1) (begin
  (let l7 ((i 0)) (if (< i 1) (begin
  (let l8 ((i 0)) (if (< i 1) (begin
  (let l9 ((i 0)) (if (< i 1) (begin
  (let l10 ((i 0)) (if (< i 1) (begin
  (let l11 ((i 0)) (if (< i 1) (begin
  (let l12 ((i 0)) (if (< i 1) (begin
  (let l13 ((i 0)) (if (< i 1) (begin
  (set! seen (let walk ((l y) (a 0)) (if (null? l) a (walk (cdr l) (+ a 1)))))
  (l13 (+ i 1))))) (l12 (+ i 1))))) (l11 (+ i 1)))))
  (l10 (+ i 1))))) (l9 (+ i 1))))) (l8 (+ i 1)))))
  (l7 (+ i 1))))) (l6 (+ i 1))))) (l5 (+ i 1))))) (l4 (+ i 1)))))
  (l3 (+ i 1))))) (l2 (+ i 1))))) (l1 (+ i 1))))))
(begin (deep '(1 2 3)) seen) ; => 3
;; Procedures that gather what they answer: who walks along it needs no pairs, all others get a list.
(define (split s c)
  (let loop ((i 0) (start 0) (parts '()))
    (cond ((= i (string-length s)) (reverse (cons (substring s start i) parts)))
          ((char=? (string-ref s i) c) (loop (+ i 1) (+ i 1) (cons (substring s start i) parts)))
          (else (loop (+ i 1) start parts)))))
(let ((p (split "a=bc" #\=))) (if (and (pair? (cdr p)) (string=? (car p) "a")) (cadr p))) ; => "bc"
(let ((p (split "a" #\=))) (if (and (pair? (cdr p)) (string=? (car p) "a")) (cadr p) #f)) ; => #f
(split "a b c" #\space) ; => ("a" "b" "c")
(length (split "a b c" #\space)) ; => 3
(map (lambda (f) (f "x y" #\space)) (list split)) ; => (("x" "y"))
(define (some l)
  (cond ((null? l) '())
        ((null? (cdr l)) (some '()))
        (else
         (let loop ((l l) (a '()))
           (if (null? l) (reverse a) (loop (cdr l) (cons (car l) a)))))))
(define (total l) (let loop ((l (some l)) (n 0)) (if (null? l) n (loop (cdr l) (+ n (car l))))))
(list (total '()) (total '(5)) (total '(5 6))) ; => (0 0 11)
(define (bad l) (for-each car (split l #\a)))
(bad 5) ; error: type
;; Arguments that are left over: counted, looked at, walked along, handed on.
(define (clamp x . bounds)
  (let ((low (if (pair? bounds) (car bounds) 0))
        (high (if (and (pair? bounds) (pair? (cdr bounds))) (cadr bounds) 100)))
    (max low (min high x))))
(list (clamp 5) (clamp 5 10) (clamp 50 1 20)) ; => (5 10 20)
(define (all . l) (let loop ((l l) (n 0)) (if (null? l) n (loop (cdr l) (+ n (car l))))))
(list (all) (all 1 2 3)) ; => (0 6)
(define (handed f . l) (apply f (length l) l))
(list (handed list) (handed list 'a 'b) (handed + 1 2)) ; => ((0) (2 a b) 5)
(handed 5 1) ; error: type
(define (without-first . l) (if (null? l) 'none (apply list (cdr l))))
(list (without-first) (without-first 1) (without-first 1 2 3)) ; => (none () (2 3))
(define (own . l) (let ((m l)) (set-car! m 9) (apply list m)))
(own 1 2) ; => (9 2)
(define (again . l) (let ((x (call/cc (lambda (c) (set! k c) 0)))) (list x (length l) (apply + l))))
(define turns 0)
(let ((a (again 1 2 3))) (set! turns (+ turns 1)) (if (< turns 3) (k turns) a)) ; => (2 3 6)

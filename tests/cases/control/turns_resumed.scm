;;; Loops that are left in the middle of a turn and gone on with there, many times: the rest of that
;;; turn comes first, and only then what the loop asks.
(import (scheme base))

(define out #f)
(define go #f)
(define (give x) (call/cc (lambda (k) (set! go (lambda () (k x))) (out x))))
(define (generator body)
  (set! go (lambda () (body) (out 'end)))
  (lambda () (call/cc (lambda (k) (set! out k) (go)))))
(define (all body)
  (let ((next (generator body)))
    (let loop ((l '()))
      (let ((x (next))) (if (eq? x 'end) (reverse l) (loop (cons x l)))))))

;; What is left of a turn counts further.
(apply + (all (lambda () (let loop ((i 0)) (if (< i 40) (begin (give i) (loop (+ i 1)))))))) ; => 780
(apply + (all (lambda () (do ((i 40 (- i 3))) ((< i 0)) (give i))))) ; => 287
(length (all (lambda () (do ((i 0 (+ i 1))) ((= i 0)) (give i))))) ; => 0

;; It chooses between two next turns, or comes to its end.
(define (collatz n)
  (lambda ()
    (let loop ((n n))
      (let ((m (give n)))
        (cond ((= m 1) (give 'one))
              ((even? m) (loop (quotient m 2)))
              (else (loop (+ 1 (* 3 m)))))))))
(length (all (collatz 27))) ; => 113

;; It gives more, before and behind a loop inside.
(define (table rows)
  (lambda ()
    (let rows-left ((i 0))
      (if (< i rows)
          (begin
            (give (list i))
            (let columns ((j 0))
              (if (< j i)
                  (begin (give (* i j)) (if (odd? (+ i j)) (give 'odd)) (columns (+ j 1)))))
            (if (= i 7) (give 'seven) (give 'other))
            (rows-left (+ i 1)))))))
(length (all (table 12))) ; => 126
(list-tail (all (table 4)) 9) ; => (odd other (3) 0 odd 3 6 odd other)

;; It leaves its loop, or both.
(define (search wanted)
  (lambda ()
    (let outer ((i 0))
      (let inner ((j 0))
        (cond ((= (give (+ (* 10 i) j)) wanted) (give 'found))
              ((= j 4) (if (= i 4) (give 'nothing) (outer (+ i 1))))
              (else (inner (+ j 1))))))))
(length (all (search 33))) ; => 20
(list-tail (all (search 99)) 24) ; => (44 nothing)

;; What it changes is seen by who made a procedure of it, each time that it goes on.
(define (sums)
  (let ((total 0))
    (for-each (lambda (x) (set! total (+ total (give x)))) '(1 2 3 4 5 6 7 8 9 10 11 12))
    (give (list 'total total))))
(list-tail (all sums) 11) ; => (12 (total 78))

;; A turn that is gone on with twice goes on twice.
(define saved '())
(define (choose l)
  (call/cc (lambda (k)
    (let loop ((l (cdr l)))
      (if (pair? l)
          (let ((x (car l))) (set! saved (cons (lambda () (k x)) saved)) (loop (cdr l)))))
    (car l))))
(define (again) (if (pair? saved) (let ((next (car saved))) (set! saved (cdr saved)) (next))))
(define found '())
(define (words)
  (let loop ((i 0) (l '()))
    (if (< i 3)
        (loop (+ i 1) (cons (choose '(a b)) l))
        (set! found (cons (reverse l) found))))
  (again)
  (reverse found))
(words)
; => ((a a a) (a a b) (a b a) (a b b) (b a a) (b a b) (b b a) (b b b))

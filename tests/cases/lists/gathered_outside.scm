;;; Loops whose answer is reversed by who asks for it, and procedures that are entered further down.
(import (scheme base))
(define (squares n)
  (reverse (let loop ((i 0) (acc '())) (if (= i n) acc (loop (+ i 1) (cons (* i i) acc))))))
(squares 4) ; => (0 1 4 9)
(squares 0) ; => ()
(define (inner l)
  (define (walk l acc) (if (null? l) acc (walk (cdr l) (cons (* 2 (car l)) acc))))
  (reverse (walk l '())))
(inner '(1 2 3)) ; => (2 4 6)
(define (shout s)
  (list->string
    (reverse
      (let loop ((i 0) (acc '()))
        (if (= i (string-length s)) acc (loop (+ i 1) (cons #\! (cons (string-ref s i) acc))))))))
(shout "ab") ; => "a!b!"
(define (joined l)
  (apply string-append
    (reverse (let loop ((l l) (acc '())) (if (null? l) acc (loop (cdr l) (cons "-" (cons (car l) acc))))))))
(joined '("a" "b")) ; => "a-b-"
;; ends of other kinds
(define (ends l)
  (reverse
    (let loop ((l l) (acc '()))
      (cond ((null? l) acc)
            ((eq? (car l) 'stop) (list 'stopped (length acc)))
            ((eq? (car l) 'wrong) (error "wrong" acc))
            ((eq? (car l) 'odd) 'odd)
            (else (loop (cdr l) (cons (car l) acc)))))))
(ends '(1 2)) ; => (1 2)
(ends '(1 2 stop)) ; => (2 stopped)
(ends '(1 wrong)) ; error: error
(ends '(1 odd)) ; error: type
(define (two-lists l)
  (reverse
    (let loop ((l l) (a '()) (b '()))
      (cond ((null? l) (if (null? a) b a))
            ((even? (car l)) (loop (cdr l) (cons (car l) a) b))
            (else (loop (cdr l) a (cons (car l) b)))))))
(two-lists '(1 2 3 4)) ; => (2 4)
(two-lists '(1 3)) ; => (1 3)
;; states with helpers beside them
(define (strip s)
  (define n (string-length s))
  (define (begins? c) (char=? c #\;))
  (define (code i out)
    (cond ((= i n) out)
          ((begins? (string-ref s i)) (comment (+ i 1) out))
          (else (code (+ i 1) (cons (string-ref s i) out)))))
  (define (comment i out)
    (cond ((= i n) out)
          ((char=? (string-ref s i) #\newline) (code (+ i 1) (cons #\newline out)))
          (else (comment (+ i 1) out))))
  (define unused (begins? #\a))
  (list->string (reverse (code 0 '()))))
(strip "a;b\nc") ; => "a\nc"
(strip "") ; => ""
(define (started s)
  (define (one l k) (if (null? l) k (other (cdr l) (+ k 1))))
  (define (other l k) (if (null? l) (- k) (one (cdr l) k)))
  (define (start l) (one l 10))
  (list (start s) (start (cdr s))))
(started '(a b c)) ; => (-12 11)
;; entered twice, or handed on
(define (twice l)
  (define (walk l acc) (if (null? l) acc (walk (cdr l) (cons (car l) acc))))
  (append (reverse (walk l '())) (walk l '())))
(twice '(1 2)) ; => (1 2 2 1)
(define (later l)
  (define (walk l acc) (if (null? l) acc (walk (cdr l) (cons (car l) acc))))
  (lambda () (reverse (walk l '()))))
((later '(1 2))) ; => (1 2)
;; a continuation that is entered again goes on with what there was
(define again #f)
(define results '())
(define (gather n)
  (reverse
    (let loop ((i 0) (acc '()) (last 0))
      (if (= i n)
          acc
          (loop (+ i 1) (cons (+ i last) acc)
                (call/cc (lambda (k) (if (= i 1) (set! again k)) i)))))))
(define (enter)
  (set! results (cons (gather 4) results))
  (if (< (length results) 3) (again (* 10 (length results))))
  results)
(enter) ; => ((0 1 22 5) (0 1 12 5) (0 1 3 5))

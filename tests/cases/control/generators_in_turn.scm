;;; One call that meets generator after generator: what was called there before, and what never was.

(define (resumed walker)
  (define return #f)
  (define (resume)
    (walker (lambda (x) (call/cc (lambda (k) (set! resume (lambda () (k x))) (return x)))))
    (set! resume (lambda () (return 'end)))
    (resume))
  (lambda () (call/cc (lambda (r) (set! return r) (resume)))))
(define (other walker)
  (define return #f)
  (define go-on #f)
  (define (yield x) (call/cc (lambda (k) (set! go-on k) (return x))))
  (lambda ()
    (call/cc
      (lambda (r)
        (set! return r)
        (if go-on (go-on 1) (begin (walker yield) (set! go-on (lambda (x) (return 'over))) (return 'over)))))))
(define (up-to n) (lambda (yield) (do ((i 0 (+ i 1))) ((= i n)) (yield i))))
(define (taken g n)
  (let loop ((i 0) (l '()))
    (if (= i n) (reverse l) (let ((x (g))) (loop (+ i 1) (cons x l))))))

(taken (resumed (up-to 20)) 22) ; => (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 end end)
(taken (resumed (up-to 3)) 5) ; => (0 1 2 end end)
(taken (other (up-to 3)) 5) ; => (0 1 2 over over)
(taken (lambda () 'plain) 3) ; => (plain plain plain)
(taken car 1) ; error: arity
(taken 5 1) ; error: type
(taken (lambda () (call/cc (lambda (k) 'received))) 2) ; => (received received)

(define (in-turn gs n)
  (let loop ((i 0) (gs gs) (l '()))
    (if (= i n)
        (reverse l)
        (loop (+ i 1) (append (cdr gs) (list (car gs))) (cons ((car gs)) l)))))
(define mixed (in-turn (list (resumed (up-to 12)) (resumed (up-to 11)) (other (up-to 10)) (lambda () 'plain)) 44))
(list-tail mixed 28) ; => (7 7 7 plain 8 8 8 plain 9 9 9 plain 10 10 over plain)
(define alike (in-turn (list (resumed (up-to 12)) (resumed (up-to 10))) 26))
(list-tail alike 14) ; => (7 7 8 8 9 9 10 end 11 end end end)

;; of generators: each is asked by a frame that waits for the next one inside
(define (added n g)
  (resumed (lambda (yield) (let loop ((x (g))) (if (number? x) (begin (yield (+ x n)) (loop (g))))))))
(taken (added 1 (added 10 (added 100 (resumed (up-to 12))))) 13)
; => (111 112 113 114 115 116 117 118 119 120 121 122 end)

;; a frame that was left is entered again, and again
(define saved '())
(define (saving n)
  (resumed
    (lambda (yield)
      (do ((i 0 (+ i 1))) ((= i n))
        (call/cc (lambda (k) (if (= i 9) (set! saved (cons k saved)))))
        (yield i)))))
(define count 0)
(define (sums)
  (let* ((g (saving 12)) (l (taken g 13)))
    (set! count (+ count 1))
    (if (pair? saved)
        (let ((k (car saved))) (set! saved '()) (k #f)))
    (list count l)))
(sums) ; => (2 (0 1 2 3 4 5 6 7 8 9 10 11 9))

;;; Continuations that only a procedure without arguments has, `(lambda () (k value))`, as coroutines leave them behind:
;;; entered often enough that what they are in is resumed, and by all ways.

(define queue '())
(define (enqueue! t) (set! queue (append queue (list t))))
(define out '())
(define (note x) (set! out (cons x out)))
(define leave #f)
(define (yield) (call/cc (lambda (k) (enqueue! (lambda () (k 'go))) (dispatch))))
(define (dispatch) (if (null? queue) (leave 'end) (let ((t (car queue))) (set! queue (cdr queue)) (t))))
(define (spawn f) (enqueue! (lambda () (f) (dispatch))))
(define (worker name n) (lambda () (let loop ((i 0)) (if (< i n) (begin (note (cons name i)) (if (= i 3) (dynamic-wind (lambda () (note 'in)) yield (lambda () (note 'out))) (yield)) (loop (+ i 1)))))))
(begin (spawn (worker 'a 60)) (spawn (worker 'b 70)) (spawn (worker 'c 5)))
(call/cc (lambda (k) (set! leave k) (dispatch))) ; => end
(list (length out) (list-tail out 138)) ; => (147 ((c . 2) (b . 2) (a . 2) (c . 1) (b . 1) (a . 1) (c . 0) (b . 0) (a . 0)))

;; one that is entered again and again
(define saved #f)
(define count 0)
(define (f) (let ((v (call/cc (lambda (k) (set! saved (lambda () (k 7))) 1)))) (set! count (+ count 1)) (+ v count)))
(let ((r (f))) (if (< count 100) (saved) (list r count))) ; => (107 100)

;; the dynamic environment is that of its capture
(define p (make-parameter 'x))
(define (h) (parameterize ((p 'y)) (let ((v (call/cc (lambda (k) (set! saved (lambda () (k 3))) 0)))) (list v (p)))))
(define n 0)
(let ((x (h))) (set! n (+ n 1)) (if (< n 60) (saved) (list x (p)))) ; => ((3 y) x)
(define (m) (guard (e ((symbol? e) (list 'caught e))) (let ((v (call/cc (lambda (k) (set! saved (lambda () (k 'boom))) #f)))) (if v (raise v) 'first))))
(set! n 0)
(let ((x (m))) (set! n (+ n 1)) (if (< n 50) (saved) x)) ; => (caught boom)

;; it is a procedure like others
(define (numbers n)
  (define return #f)
  (define (resume)
    (let loop ((i 0))
      (if (< i n)
          (begin (call/cc (lambda (next) (set! resume (lambda () (next #f))) (return i)))
                 (loop (+ i 1)))))
    (return 'done))
  (lambda rest (if (pair? rest) resume (call/cc (lambda (r) (set! return r) (resume))))))
(define next (numbers 50))
(do ((i 0 (+ i 1))) ((= i 30)) (next))
(define resume (next 'resume))
(list (procedure? resume) (eq? resume (next 'resume))) ; => (#t #t)
(resume 1) ; error: arity: resume
(apply resume '(1 2)) ; error: arity: resume
(list (next) (parameterize ((p 2)) (next)) (map (lambda (x) (next)) '(1 2)) (guard (e (#t 'none)) (next))) ; => (30 31 (32 33) 34)

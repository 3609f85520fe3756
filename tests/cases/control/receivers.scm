;;; R7RS 6.10: what a receiver of call/cc does where it is captured again and again.
(define (times n thunk) (if (> n 0) (begin (thunk) (times (- n 1) thunk))))
; A generator: each turn's continuation, and each turn's variables, are its own
(define (make-generator items)
  (define return #f)
  (define kept '())
  (define (start)
    (let loop ((l items))
      (if (pair? l)
          (let ((x (car l)))
            (call/cc (lambda (next)
              (set! kept (cons (lambda () x) kept))
              (set! start (lambda () (next #f)))
              (return x)))
            (loop (cdr l)))))
    (return (map (lambda (f) (f)) kept)))
  (lambda () (call/cc (lambda (r) (set! return r) (start)))))
(define (taken n items) (let ((g (make-generator items))) (let loop ((i 0) (l '())) (if (= i n) (reverse l) (loop (+ i 1) (cons (g) l))))))
(taken 15 '(1 2 3 4 5 6 7 8 9 10 11 12 13 14)) ; => (1 2 3 4 5 6 7 8 9 10 11 12 13 14 (14 13 12 11 10 9 8 7 6 5 4 3 2 1))
; A continuation that is entered again goes on with the turn it was captured in
(define all '())
(define (count-to n) (let loop ((i 0) (l '())) (if (= i n) (reverse l) (loop (+ i 1) (cons (call/cc (lambda (k) (set! all (cons k all)) (if (> i 12) (k 'late) i))) l)))))
(count-to 15) ; => (0 1 2 3 4 5 6 7 8 9 10 11 12 late late)
(define rounds 0)
(define (again i) (set! rounds (+ rounds 1)) (if (< rounds 20) ((list-ref all i) 'again) 'over))
(let ((l (count-to 15))) (if (< rounds 15) (again rounds) (list rounds l))) ; => (15 (0 1 2 3 4 5 6 7 8 9 10 11 12 again late))
; Choices that are taken back, in two receivers
(define back '())
(define (fail) (let ((k (car back))) (set! back (cdr back)) (k #f)))
(define (amb choices)
  (call/cc (lambda (return)
    (for-each (lambda (c) (call/cc (lambda (next) (set! back (cons next back)) (return c)))) choices)
    (fail))))
(let* ((a (amb '(1 2 3 4 5 6 7))) (b (amb '(1 2 3 4 5 6 7))) (c (amb '(1 2 3 4 5 6 7)))) (if (and (< a b) (= (* c c) (+ (* a a) (* b b)))) (list a b c) (fail))) ; => (3 4 5)
; A receiver that calls, and is captured in its turn
(define (tell k x) (call/cc (lambda (here) (k (list x)))))
(define (asked n) (let loop ((i 0) (l '())) (if (= i n) (reverse l) (let ((x (call/cc (lambda (k) (let ((y (tell k i))) (* 100 y)))))) (loop (+ i 1) (cons x l))))))
(asked 12) ; => ((0) (1) (2) (3) (4) (5) (6) (7) (8) (9) (10) (11))
; A receiver that answers
(define (answers n) (let loop ((i 0) (l '())) (if (= i n) (reverse l) (loop (+ i 1) (cons (call/cc (lambda (k) (set! all (list k)) (if (odd? i) (call/cc (lambda (j) (set! all (cons j all)) (k (- i)))) (+ i 1)))) l)))))
(answers 14) ; => (1 -1 3 -3 5 -5 7 -7 9 -9 11 -11 13 -13)
; A receiver that changes its own variables, and those around it
(define (changing n)
  (let ((sum 0))
    (let loop ((i 0))
      (if (= i n)
          sum
          (let ((x (call/cc (lambda (k) (let ((here i)) (set! here (+ here 1)) (set! all (list k)) (set! sum (+ sum here)) (set! k (lambda (v) v)) (k here))))))
            (set! sum (+ sum (* 100 x)))
            (loop (+ i 1)))))))
(changing 14) ; => 10605
; Errors in a receiver
(define (failing n) (let loop ((i 0)) (if (< i n) (begin (call/cc (lambda (k) (set! all (list k)) (if (= i 12) (car i) (k i)))) (loop (+ i 1))))))
(failing 20) ; error: type: car: wanted a pair, got 12
(define (guarded n) (let loop ((i 0) (l '())) (if (= i n) (reverse l) (loop (+ i 1) (cons (guard (e (#t (list 'caught e))) (let ((x (call/cc (lambda (k) (set! all (list k)) (if (> i 11) (raise i) i))))) (* 2 x))) l)))))
(guarded 14) ; => (0 2 4 6 8 10 12 14 16 18 20 22 (caught 12) (caught 13))
(with-exception-handler (lambda (e) 7) (lambda () (let loop ((i 0) (t 0)) (if (= i 14) t (loop (+ i 1) (+ t (call/cc (lambda (k) (set! all (list k)) (raise-continuable i))))))))) ; => 98
; A receiver that calls itself, and one that is wanted again
(let loop ((i 0) (t 0)) (if (= i 12) t (loop (+ i 1) (+ t (call/cc (letrec ((f (lambda (k) (if (procedure? k) (begin (set! all (list k)) (f i)) (* 2 k))))) f)))))) ; => 132
(let loop ((i 0) (t 0)) (if (= i 12) t (let ((f (lambda (k) (if (procedure? k) (begin (set! all (list k)) (k 1)) 10)))) (loop (+ i 1) (+ t (call/cc f) (f 0)))))) ; => 132
; A receiver that needs a deep stack, and one that computes with what no float can hold
(define (depth n) (if (= n 0) 0 (- (depth (- n 1)) -1)))
(let loop ((i 0) (t 0)) (if (= i 12) t (loop (+ i 1) (+ t (call/cc (lambda (k) (set! all (list k)) (if (= i 11) (depth 20000) 1))))))) ; => 20011
(let loop ((i 0) (t 0)) (if (= i 12) t (loop (+ i 1) (call/cc (lambda (k) (set! all (list k)) (if (= i 11) (> (+ (expt 10 400) 1.5) 0) i)))))) ; => #t
; In the dynamic environment where it was called
(define p (make-parameter 0))
(define log '())
(let loop ((i 0)) (if (< i 12) (begin (parameterize ((p i)) (call/cc (lambda (k) (set! all (list k)) (set! log (cons (p) log))))) (loop (+ i 1)))))
log ; => (11 10 9 8 7 6 5 4 3 2 1 0)
(set! log '())
(let loop ((i 0)) (if (< i 11) (begin (dynamic-wind (lambda () (set! log (cons 'in log))) (lambda () (call/cc (lambda (k) (set! all (cons k all)) (if (= i 10) (k i))))) (lambda () (set! log (cons 'out log)))) (loop (+ i 1)))))
(length log) ; => 22
; What is assigned by set! is shared by all who come back
(define entered 0)
(define (shared n)
  (let ((seen 0) (ks '()))
    (let loop ((i 0))
      (if (< i n)
          (begin
            (set! seen (+ seen (call/cc (lambda (k) (set! ks (cons k ks)) 1))))
            (loop (+ i 1)))))
    (set! entered (+ entered 1))
    (if (< entered 5) ((list-ref ks 3) 10) seen)))
(shared 14) ; => 23
; A loop over the characters of a string that begins with a call which is captured
(define (mark x) (call/cc (lambda (k) (set! all (list k)) x)))
(define (counted s) (let loop ((i 0) (n (mark 5))) (if (= i (string-length s)) n (let ((c (string-ref s i))) (loop (+ i 1) (+ n 1))))))
(define total 0)
(do ((i 0 (+ i 1))) ((= i 20)) (set! total (+ total (counted "ab"))))
total ; => 140
; A variable that set! changes, in a procedure that is entered to leave the stack and captured at another call
(define seen '())
(define (chain i) (if (< i 40) (link i) 0))
(define (link x)
  (set! x (+ x 1))
  (let ((y (if (> x 25) (* 10 (mark x)) (+ 1 (mark x)))))
    (set! x (+ x y))
    (set! seen (cons x seen))
    (chain (- x y))))
(chain 0)
(list (list-ref seen 39) (list-ref seen 15) (list-ref seen 14) (car seen)) ; => (3 51 286 440)

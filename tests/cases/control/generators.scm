;;; Continuations that are captured and resumed often, until their frames no longer use Python's stack.
(import (scheme base) (scheme write) (srfi 1))

;; A generator over any walk.
(define (generator walk)
  (define return #f)
  (define (resume)
    (walk (lambda (x) (call/cc (lambda (k) (set! resume (lambda () (k #f))) (return x)))))
    (set! resume (lambda () (return 'done)))
    (return 'done))
  (lambda () (call/cc (lambda (r) (set! return r) (resume)))))
(define (all next)
  (let loop ((found '()))
    (let ((x (next)))
      (if (eq? x 'done) (reverse found) (loop (cons x found))))))
(define (tree-walk tree)
  (lambda (yield)
    (let walk ((t tree))
      (cond ((pair? t) (walk (car t)) (walk (cdr t)))
            ((null? t) #t)
            (else (yield t))))))
(all (generator (tree-walk '((1 2) (3 (4 5)) 6 7 (8 (9 (10 (11 12 13)))))))) ; => (1 2 3 4 5 6 7 8 9 10 11 12 13)
(define (same-fringe? a b)
  (let ((a (generator (tree-walk a))) (b (generator (tree-walk b))))
    (let loop ()
      (let ((x (a)) (y (b)))
        (and (eqv? x y) (or (eq? x 'done) (loop)))))))
(same-fringe? '(1 (2 3 (4 5 6)) 7 8 9 10 11 12) '((((1) 2) 3) 4 5 (6 7 8 9) 10 (11 (12)))) ; => #t
(same-fringe? '(1 2 3 4 5 6 7 8 9 10 11 12) '(1 2 3 4 5 6 7 8 9 10 11 13)) ; => #f

;; The walk is a procedure of a library; locals of every kind are alive across the yield.
(define (numbered l)
  (generator
   (lambda (yield)
     (let ((count 0))
       (let-values (((a b . rest) (values 1 2 3 4)))
         (do ((i 0 (+ i 1)) (l l (cdr l))) ((null? l) (yield (list count rest)))
           (let* ((x (car l)) (before count) (add (lambda (n) (set! count (+ count n)) count)))
             (add (yield-once yield (list i x before a b)))
             (for-each (lambda (y) (yield (list 'inner i y (add 0)))) '(p q)))))))))
(define (yield-once yield x) (yield x) (length x))
(length (all (numbered (iota 20)))) ; => 61
(list-ref (all (numbered (iota 20))) 57) ; => (19 19 95 1 2)
(last (all (numbered (iota 20)))) ; => (100 (3 4))

;; Handlers, parameters and winders around a yield are those of the generator each time.
(define p (make-parameter 'outside))
(define winds '())
(define (wound n)
  (generator
   (lambda (yield)
     (let loop ((i 0))
       (when (< i n)
         (parameterize ((p i))
           (yield (guard (e (#t (list 'caught e (p))))
                    (dynamic-wind
                      (lambda () (set! winds (cons i winds)))
                      (lambda () (yield (list i (p))) (raise (p)))
                      (lambda () (set! winds (cons (- i) winds)))))))
         (loop (+ i 1)))))))
(let ((next (wound 12)))
  (let loop ((found '()) (outside '()))
    (let ((x (next)))
      (if (eq? x 'done)
          (list (length found) (car found) (cadr found) outside)
          (loop (cons x found) (if (memq (p) outside) outside (cons (p) outside))))))) ; => (24 (caught 11 11) (11 11) (outside))
(length winds) ; => 48

;; Errors find their handler and their place after many turns.
(define (failing n)
  (generator (lambda (yield) (let loop ((i 0)) (yield i) (loop (if (= i n) (car i) (+ i 1)))))))
(define (until-error next) (guard (e ((error-object? e) 'failed)) (let loop () (next) (loop))))
(until-error (failing 30)) ; => failed
(let ((next (failing 30))) (let loop () (next) (loop))) ; error: type: car: wanted a pair, got 30

;; Coroutines by a queue; each has a frame of its own.
(define (round-robin . thunks)
  (define queue '())
  (define log '())
  (define (enqueue! k) (set! queue (append queue (list k))))
  (define (dispatch) (if (pair? queue) (let ((k (car queue))) (set! queue (cdr queue)) (k #f))))
  (define (pause) (call/cc (lambda (k) (enqueue! k) (dispatch))))
  (call/cc
   (lambda (done)
     (for-each
      (lambda (thunk)
        (enqueue! (lambda (x) (thunk (lambda (x) (set! log (cons x log)) (pause))) (if (null? queue) (done #t) (dispatch)))))
      thunks)
     (dispatch)))
  (reverse log))
(define (teller name n) (lambda (say) (let loop ((i 0)) (when (< i n) (say (cons name i)) (loop (+ i 1))))))
(round-robin (teller 'a 3) (teller 'b 12) (teller 'c 1)) ; => ((a . 0) (b . 0) (c . 0) (a . 1) (b . 1) (a . 2) (b . 2) (b . 3) (b . 4) (b . 5) (b . 6) (b . 7) (b . 8) (b . 9) (b . 10) (b . 11))

;; amb: the same frames are entered again and again, with values of their own each time.
(define fail-stack '())
(define (fail) (if (null? fail-stack) (error "no more choices") (let ((k (car fail-stack))) (set! fail-stack (cdr fail-stack)) (k k))))
(define (amb choices)
  (let ((k (call/cc (lambda (k) k))))
    (if (null? choices)
        (fail)
        (let ((x (car choices)))
          (set! choices (cdr choices))
          (set! fail-stack (cons k fail-stack))
          x))))
(define (pythagoras n)
  (let* ((numbers (iota n 1)) (a (amb numbers)) (b (amb numbers)) (c (amb numbers)))
    (if (and (< a b) (= (* c c) (+ (* a a) (* b b)))) (list a b c) (fail))))
(pythagoras 13) ; => (3 4 5)
(begin (set! fail-stack '()) #t) ; => #t

;; A frame that was resumed often, kept, and entered again from the same point twice.
(define saved #f)
(define (sums n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (call/cc (lambda (k) (if (= i 15) (set! saved k)) i)))))))
(define results '())
(let ((x (sums 20)))
  (set! results (cons x results))
  (if (< (length results) 4) (saved (* 100 (length results))))
  results) ; => (475 375 275 190)

;; A procedure with a deep recursion below it, and one above.
(define (deep n) (if (= n 0) 0 (- (deep (- n 1)) -1)))
(define (mixed n) (generator (lambda (yield) (let loop ((i 0)) (when (< i n) (yield (deep 2000)) (loop (+ i 1)))))))
(length (all (mixed 12))) ; => 12
(define (down n next) (if (= n 0) (next) (let ((x (next))) (+ x (down (- n 1) next)))))
(down 3000 (let ((g (generator (lambda (yield) (let loop () (yield 1) (loop)))))) g)) ; => 3001

;; Where an operand is entered again, variables bound by the same form are new ones.
(define (fresh)
  (let ((again #f) (found '()))
    (let ((x ((lambda (c d) (set! c (+ c 2)) (list c d)) 0 (call/cc (lambda (k) (set! again k) 1)))))
      (set! found (cons x found))
      (if (< (length found) 3) (again (+ 10 (length found))))
      found)))
(fresh) ; => ((2 12) (2 11) (2 1))
(define (fresh-and-captured)
  (let ((again #f) (found '()))
    (let ((c 0) (d (call/cc (lambda (k) (set! again k) 1))))
      (define (more!) (set! c (+ c 2)) c)
      (more!)
      (set! found (cons (list (more!) d) found))
      (if (< (length found) 3) (again (+ 10 (length found))))
      found)))
(fresh-and-captured) ; => ((4 12) (4 11) (4 1))

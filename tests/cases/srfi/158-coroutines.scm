;;; SRFI 158: coroutines, whichever way they run. Each is made several times: the first ones run in Scheme.
(import (scheme base) (scheme char) (srfi 1) (srfi 158))

(define (twice make) (let* ((a (make)) (b (make))) (if (equal? a b) a (list 'first a 'then b))))
(define (taken g) (generator->list g))

;; A tree, deep as well; procedures inside that yield, in tail position and not.
(define (walked tree)
  (make-coroutine-generator
    (lambda (yield)
      (let walk ((t tree))
        (cond ((null? t) #f)
              ((pair? t) (walk (car t)) (walk (cdr t)))
              (else (yield t)))))))
(twice (lambda () (taken (walked '(1 (2 3) ((4)) 5))))) ; => (1 2 3 4 5)
(define deep (let loop ((i 0) (t '(end))) (if (= i 1500) t (loop (+ i 1) (list t i)))))
(twice (lambda () (length (taken (walked deep))))) ; => 1501
(define (ping-pong n)
  (make-coroutine-generator
    (lambda (yield)
      (define (ping i) (if (< i n) (begin (yield i) (pong (+ i 1)))))
      (define (pong i) (if (< i n) (begin (yield (- i)) (ping (+ i 1)))))
      (ping 0))))
(twice (lambda () (taken (ping-pong 6)))) ; => (0 -1 2 -3 4 -5)
(twice (lambda () (apply + (taken (ping-pong 2000))))) ; => -1000

;; What the procedures inside answer, and what `yield` answers.
(define (sums l)
  (make-coroutine-generator
    (lambda (yield)
      (define (sum l) (if (null? l) 0 (let ((rest (sum (cdr l)))) (yield rest) (+ (car l) rest))))
      (yield (sum l))
      (yield (yield 'last)))))
(twice (lambda () (taken (sums '(1 2 3))))) ; => (0 3 5 6 last #f)

;; Values that a coroutine gives may be several, or procedures.
(define (odd-things) (make-coroutine-generator (lambda (yield) (yield car) (yield '()) (yield (list yield)))))
(twice (lambda () (let ((g (odd-things))) (list (eq? (g) car) (g) (procedure? (car (g))) (eof-object? (g)) (eof-object? (g)))))) ; => (#t () #t #t #t)

;; `yield` given to others: to library procedures, to unknown ones, out of the coroutine.
(define (given walk l) (make-coroutine-generator (lambda (yield) (walk yield l) (yield 'and) (walk yield l))))
(twice (lambda () (taken (given for-each '(1 2))))) ; => (1 2 and 1 2)
(twice (lambda () (taken (given (lambda (f l) (f (car l)) (vector-for-each f #(8 9)) (f (cadr l))) '(1 2))))) ; => (1 8 9 2 and 1 8 9 2)
(twice (lambda () (taken (make-coroutine-generator (lambda (yield) (for-each yield '(1 2)) (vector-for-each yield #(3)) (map yield '(4))))))) ; => (1 2 3 4)
(twice (lambda () (taken (make-for-each-generator (lambda (f l) (for-each f l)) '(1 2))))) ; => (1 2)
(twice (lambda () (list (taken ((make-for-each-generator for-each) '(a b))) (taken (make-for-each-generator string-for-each "xy")) (taken (make-for-each-generator vector-for-each #(1)))))) ; => ((a b) (#\x #\y) (1))

;; Variables that are assigned, boxes, and loops.
(define (counted n)
  (make-coroutine-generator
    (lambda (yield)
      (define total 0)
      (let loop ((i 0))
        (when (< i n)
          (set! total (+ total i))
          (yield (lambda () total))
          (loop (+ i 1)))))))
(twice (lambda () (let ((gs (taken (counted 4)))) (map (lambda (g) (g)) gs)))) ; => (6 6 6 6)

;; One coroutine asks another, and itself.
(define (doubled g) (make-coroutine-generator (lambda (yield) (let loop () (let ((x (g))) (unless (eof-object? x) (yield x) (yield x) (loop)))))))
(twice (lambda () (taken (doubled (walked '(1 (2))))))) ; => (1 1 2 2)
(define (asking-itself) (letrec ((g (make-coroutine-generator (lambda (yield) (yield 1) (yield (eof-object? (g))) (yield 2))))) (taken g)))
(twice asking-itself) ; => (1 #t 2)

;; A continuation captured in the middle: the coroutine goes on from there, again and again.
(define (marked)
  (define again #f)
  (define left 2)
  (define g
    (make-coroutine-generator
      (lambda (yield)
        (let walk ((t '(1 (2))))
          (cond ((null? t) #f)
                ((pair? t) (walk (car t)) (walk (cdr t)))
                (else (yield (list t (call/cc (lambda (k) (if (eqv? t 2) (set! again k)) 'first)))))))
        (if (> left 0) (begin (set! left (- left 1)) (again left)))
        (yield 'end))))
  (taken g))
(twice marked) ; => ((1 first) (2 first) (2 1) (2 0) end)
(define (from-outside)
  (define saved '())
  (define g (make-coroutine-generator (lambda (yield) (for-each (lambda (x) (yield (+ x (call/cc (lambda (k) (set! saved (cons k saved)) 0))))) '(10 20)) (yield 'end))))
  (let* ((first (g)) (second (g)) (ks (reverse saved)) (count 0))
    (let ((third (g)))
      (set! count (+ count 1))
      (if (= count 1) ((car ks) 5) (list first second third)))))
(length (from-outside)) ; => 3

;; Escapes out of a coroutine, and errors in it: then it has ended.
(define (left-early)
  (let* ((out #f)
         (g (make-coroutine-generator (lambda (yield) (yield 1) (out 'escaped) (yield 2))))
         (a (g))
         (b (call/cc (lambda (k) (set! out k) (g)))))
    (list a b (eof-object? (g)))))
(twice left-early) ; => (1 escaped #t)
(define (broken)
  (let ((g (make-coroutine-generator (lambda (yield) (yield 1) (yield (car 5))))))
    (list (g) (guard (e ((error-object? e) 'caught)) (g)) (eof-object? (g)))))
(twice broken) ; => (1 caught #t)
(define (mended)
  (let ((g (make-coroutine-generator (lambda (yield) (yield (guard (e ((symbol? e) (list 'caught e))) (yield 1) (raise 'x))) (yield (+ 1 (raise-continuable 'ask)))))))
    (let ((first (g)))
      (list first (g) (with-exception-handler (lambda (e) 41) (lambda () (g))) (eof-object? (g))))))
(twice mended) ; => (1 (caught x) 42 #t)

;; The dynamic environment is that of whoever asks.
(define p (make-parameter 'outside))
(define (asked) (let ((g (make-coroutine-generator (lambda (yield) (yield (p)) (yield (p)) (parameterize ((p 'inside)) (yield (p)) (yield (p))) (yield (p))))))
  (let* ((a (g)) (b (parameterize ((p 'there)) (g))) (c (g)) (d (g)) (e (g))) (list a b c d e))))
(twice asked) ; => (outside there inside inside outside)
(define (wound)
  (define log '())
  (define (note x) (set! log (cons x log)))
  (let ((g (make-coroutine-generator (lambda (yield) (dynamic-wind (lambda () (note 'in)) (lambda () (yield 1) (yield 2)) (lambda () (note 'out)))))))
    (list (g) (g) (eof-object? (g)) (reverse log))))
(twice wound) ; => (1 2 #t (in out in out in out))

;; Numbers too large for a float, in the middle.
(define (large) (taken (make-coroutine-generator (lambda (yield) (for-each (lambda (x) (yield (+ x 0.5))) (list 1 (expt 10 400)))))))
(twice large) ; => (1.5 +inf.0)

;; What is called is no procedure: that is so only when a value is asked for.
(define nobody #f)
(define (idle) (let ((g (make-coroutine-generator (lambda (yield) (nobody))))) 'made))
(list (idle) (idle) (twice idle)) ; => (made made made)

;;; a guard from which a value is returned, in what yields
(define (yields-digits c yield)
  (yield 'next)
  (guard (e (#t (list 'none e)))
    (if (char-numeric? c) (- (char->integer c) 48) (raise c))))
(generator->list
 (make-coroutine-generator
  (lambda (yield)
    (yield (yields-digits #\7 yield))
    (yield (yields-digits #\x yield))
    (guard (e (#t 'done)) (if (pair? (list 1)) (raise 'left) 'returned)))))
; => (next 7 next (none #\x))

;;;; Continuations, winders, handlers and callbacks in their thousands, and procedures that change what is walked.

;;; a tower of winders => ends
(define (f n) (if (= n 0) 0 (dynamic-wind (lambda () 1) (lambda () (+ 1 (f (- n 1)))) (lambda () 2))))
(f 1000000)

;;; a tower of winders that an error unwinds => ends
(define (f n) (if (= n 0) (car 0) (dynamic-wind (lambda () 1) (lambda () (+ 1 (f (- n 1)))) (lambda () 2))))
(f 5000)

;;; after thunks that fail while an error unwinds => ends
(define (f n) (if (= n 0) (car 0) (dynamic-wind (lambda () 1) (lambda () (+ 1 (f (- n 1)))) (lambda () (car 5)))))
(f 5000)

;;; after thunk that spins while an error unwinds => limit
(define (f n) (if (= n 0) (car 0) (dynamic-wind (lambda () 1) (lambda () (+ 1 (f (- n 1)))) (lambda () (let l () (l))))))
(f 100)

;;; after thunk that enters the body again while an error unwinds => limit
(define k #f)
(dynamic-wind (lambda () (call/cc (lambda (c) (set! k c)))) (lambda () (car 0)) (lambda () (k 1)))

;;; after thunk that fails and winds without end => limit
(define (f) (dynamic-wind (lambda () 1) (lambda () (car 0)) (lambda () (f))))
(f)

;;; after thunk that fills memory or time => limit
(define l '())
(dynamic-wind (lambda () 1) (lambda () (car 0)) (lambda () (let loop () (set! l (cons (make-vector 100 0) l)) (loop))))

;;; winders that are entered again without end => limit
(define k #f)
(dynamic-wind (lambda () 1) (lambda () (call/cc (lambda (c) (set! k c)))) (lambda () 2))
(k 1)

;;; a tower of parameterizations => ends
(define p (make-parameter 1))
(define (f n) (if (= n 0) (p) (parameterize ((p n)) (+ 1 (f (- n 1))))))
(f 1000000)

;;; a parameter below a tower of others => limit
(define p (make-parameter 1))
(define q (make-parameter 1))
(define (f n) (if (= n 0) (let loop () (q) (loop)) (parameterize ((p n)) (+ 1 (f (- n 1))))))
(f 10000)

;;; one parameterize of many => ends
(define p (make-parameter 1))
(parameterize (⟦2000 (p №) ⟧) (p))

;;; a tower of handlers that raise on => ends
(define (f n) (if (= n 0) (raise 'x) (with-exception-handler (lambda (e) (raise e)) (lambda () (+ 1 (f (- n 1)))))))
(f 5000)

;;; a tower of guards that raise on => ends
(define (f n) (if (= n 0) (car 0) (guard (e (#f 1)) (+ 1 (f (- n 1))))))
(f 5000)

;;; a tower of guards that fail => ends
(define (f n) (if (= n 0) (car 0) (guard (e (#t (car e))) (+ 1 (f (- n 1))))))
(f 5000)

;;; handlers of an error that fail in turn => limit
(define (f e) (with-exception-handler f (lambda () (car e))))
(f 1)

;;; handlers of an error that call what fails => limit
(define (f e) (with-exception-handler f (lambda () (+ 1 (vector-ref e 0)))))
(+ 1 (f 1))

;;; continuations kept on the way down => limit
(define l '())
(define (f n) (call/cc (lambda (k) (set! l (cons k l)))) (+ 1 (f (+ n 1))))
(f 1)

;;; a continuation tree => limit
(define ks '())
(define (f i) (if (= i 0) 0 (+ (call/cc (lambda (k) (set! ks (cons k ks)) 1)) (f (- i 1)))))
(f 100)
((car ks) 1)

;;; a pipe of generators => limit
(import (srfi 158))
(let loop ((g (make-coroutine-generator (lambda (yield) (let l () (yield 1) (l)))))) (loop (gmap + g)))

;;; a generator without end => limit
(import (srfi 158))
(generator->list (make-coroutine-generator (lambda (yield) (let loop ((i 0)) (yield i) (loop (+ i 1))))))

;;; a generator of itself => ends
(import (srfi 158))
(define g #f)
(set! g (make-coroutine-generator (lambda (yield) (yield 1) (g) (yield 2))))
(g) (g) (g)

;;; accumulators without end => limit
(import (srfi 158))
(let ((a (product-accumulator))) (let loop () (a 3) (loop)))

;;; a promise that forces itself ten thousand times => value 5000
(define n 0)
(define p (delay (begin (set! n (+ n 1)) (if (< n 5000) (force p) n))))
(force p)

;;; a long chain of delay-force => ends
(define (p n) (if (= n 0) (delay 1) (delay-force (p (- n 1)))))
(force (p 1000000))

;;; a stop in a comparison of a sort => limit
(import (srfi 132))
(list-sort (lambda (a b) (guard (e (#t #t)) (let loop () (loop)))) '(1 2 3))

;;; a stop in the update of a table => limit
(import (srfi 69))
(define t (make-hash-table))
(let loop ()
  (guard (e (#t 1)) (hash-table-update! t 1 (lambda (x) (let l () (l))) (lambda () 1)))
  (loop))

;;; a guard that starts again after every stop => limit
(let again () (guard (e (#t (again))) (let loop () (loop))))

;;; a handler that escapes and starts again => limit
(let again () (call/cc (lambda (k) (with-exception-handler (lambda (e) (k (again))) (lambda () (let l () (l)))))) (again))

;;; a sort whose order says yes to everything => value 20000
(import (srfi 132))
(vector-length (vector-sort (lambda (a b) #t) (make-vector 20000 1)))

;;; a sort that changes its vector => ends
(import (srfi 132))
(define v (make-vector 2000 1))
(vector-sort! (lambda (a b) (vector-fill! v 'x) #f) v)

;;; a sort that cuts its list => ends
(import (srfi 132))
(define l (list 5 4 3 2 1 9 8 7))
(list-sort! (lambda (a b) (set-cdr! l '()) (< a b)) l)

;;; a sort left and entered again => ends
(import (srfi 132))
(define k #f)
(define n 0)
(define sorted (list-sort (lambda (a b) (call/cc (lambda (c) (if (not k) (set! k c)))) (< a b)) '(3 1 2)))
(set! n (+ n 1))
(if (< n 3) (k 1))

;;; a table that grows while it is walked => ends
(import (srfi 69))
(define t (make-hash-table))
(do ((i 0 (+ i 1))) ((= i 100)) (hash-table-set! t i i))
(hash-table-walk t (lambda (k v) (hash-table-set! t (list k) v)))

;;; a table that is emptied while it is walked => ends
(import (srfi 125) (srfi 128))
(define t (make-hash-table (make-default-comparator)))
(hash-table-set! t 0 0 1 1 2 2)
(hash-table-walk t (lambda (k v) (hash-table-clear! t)))

;;; a table that is pruned and grows => ends
(import (srfi 125) (srfi 128))
(define t (make-hash-table (make-default-comparator)))
(hash-table-set! t 0 0 1 1 2 2)
(hash-table-prune! (lambda (k v) (hash-table-set! t (+ k 10) 1) #t) t)

;;; a list that becomes a ring while it is mapped => limit
(define l (list 1 2 3 4 5))
(map (lambda (x) (set-cdr! (cddr l) l) x) l)

;;; a list that loses its end while it is walked => error
(define l (list 1 2 3 4 5))
(for-each (lambda (x) (set-cdr! l 7)) l)

;;; a string that changes while it is walked => ends
(define s (make-string 1000 #\a))
(string-for-each (lambda (c) (string-set! s 0 #\b)) s)

;;; eight thousand guards in one procedure => limit
(define (f) ⟦8000 (guard (e (#t 1)) (car 1)) ⟧)

;;; thousands of guards in one file => limit
⟦4000 (guard (e (#t 1)) (car 1)) ⟧

;;; thousands of record types in one file => limit
⟦3000 (define-record-type r№ (mk№ a b) r№? (a a№ sa№!) (b b№)) ⟧

;;; thousands of recursive variables that closures hold => value #<procedure v1>
(letrec* (⟦10000 (v№ (lambda () v0)) ⟧) v1)

;;; thousands of captured variables that are assigned => limit
(define (f) ⟦4000 (define v№ №) (set! v№ (lambda () v№)) ⟧ 1)

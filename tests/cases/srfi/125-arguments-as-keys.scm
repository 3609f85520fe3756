;;; The arguments that are left, as keys: looked up without a list, put in as one.
(import (scheme base) (scheme write) (srfi 1) (srfi 125) (srfi 128))
(define (memoized f known)
  (lambda args
    (hash-table-ref known args
      (lambda () (let ((value (apply f args))) (hash-table-set! known args value) value)))))
(define calls '())
(define known (make-hash-table equal?))
(define count (memoized (lambda l (set! calls (cons l calls)) (length l)) known))
(map (lambda (l) (apply count l)) '((1 2) (1 2) () () ("a" b) ("a" b) (1.5) (1.5) ((1 2)) (1 2 3) (#\a) (#\a))) ; => (2 2 0 0 2 2 1 1 1 3 1 1)
(reverse calls) ; => ((1 2) () ("a" b) (1.5) ((1 2)) (1 2 3) (#\a))
;; the same keys, however they are made, also the long ones
(list (hash-table-ref/default known '(1 2) #f) (hash-table-ref/default known (list "a" 'b) #f) (hash-table-ref/default known '() #f)) ; => (2 2 0)
(let ((long (iota 40)) (short (iota 16))) (list (apply count long) (hash-table-ref/default known long #f) (apply count short) (hash-table-ref/default known (iota 16) #f) (hash-table-ref/default known (iota 15) #f))) ; => (40 40 16 16 #f)
(begin (hash-table-set! known (list 7 8) 'old) (count 7 8)) ; => old
;; what the table has is one list, with the very strings
(define (kept-of . names) (let ((t (make-hash-table equal?))) (hash-table-set! t names 1) (let ((one (car (hash-table-keys t))) (again (car (hash-table-keys t)))) (list (eq? one again) (list? one) one))))
(list (kept-of 1 'a) (kept-of) (kept-of "a" 2)) ; => ((#t #t (1 a)) (#t #t ()) (#t #t ("a" 2)))
(let ((s (string #\a)) (t (make-hash-table equal?))) ((lambda names (hash-table-set! t names 1)) s 2) (eq? s (caar (hash-table-keys t)))) ; => #t
;; it is one list where it is put in twice, again and again, or seen elsewhere
(let ((t (make-hash-table equal?)) (u (make-hash-table equal?))) ((lambda names (hash-table-set! t names 1) (hash-table-set! u names 2)) 1 2) (eq? (car (hash-table-keys t)) (car (hash-table-keys u)))) ; => #t
(define (again . names) (let ((tables (map (lambda (i) (make-hash-table equal?)) '(1 2)))) (for-each (lambda (t) (hash-table-set! t names 1)) tables) (apply eq? (map (lambda (t) (car (hash-table-keys t))) tables))))
(again 1 2) ; => #t
(define (seen . names) (let ((t (make-hash-table equal?))) (hash-table-set! t names 1) (eq? names (car (hash-table-keys t)))))
(seen 1 2) ; => #t
;; other tables, other equalities
(let ((t (make-hash-table (make-default-comparator)))) ((lambda l (hash-table-set! t l 'one)) 1 2) ((lambda l (hash-table-ref/default t l 'none)) 1.0 2)) ; => one
(let ((t (make-hash-table eq?))) ((lambda l (hash-table-set! t l 'one)) 1 2) ((lambda l (hash-table-ref/default t l 'none)) 1 2)) ; => none
(let ((t (make-hash-table string=?))) ((lambda l (hash-table-ref/default t l 'none)) 1 2)) ; error: type
((lambda (t . l) (hash-table-set! t l 1)) 'table 1) ; error: type
;; entered again
(define k #f)
(define (resumed . args) (let ((t (make-hash-table equal?))) (let ((n (call/cc (lambda (c) (set! k c) 0)))) (hash-table-set! t args n) (list n (hash-table->alist t) (apply + args) (hash-table-contains? t args)))))
(define turns 0)
(let ((seen (resumed 1 2))) (set! turns (+ turns 1)) (if (< turns 3) (k turns) seen)) ; => (2 (((1 2) . 2)) 3 #t)

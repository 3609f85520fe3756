;;; Lists that loops make longer at their end, and queues that are taken from at their head.
(import (scheme base))
(define (evens n)
  (let loop ((i 0) (log '()))
    (if (= i n) log (loop (+ i 1) (if (even? i) (append log (list i)) log)))))
(evens 7) ; => (0 2 4 6)
(evens 0) ; => ()
(define (pairs n)
  (do ((i 0 (+ i 1)) (l (list 'a) (append l (list i (* i i))))) ((= i n) (list (length l) l (car l)))))
(pairs 3) ; => (7 (a 0 0 1 1 2 4) a)
(define (twice n)
  (do ((i 0 (+ i 1)) (l '() (append l (cons i '())))) ((= i n) (let ((m l)) (eq? m l)))))
(twice 3) ; => #t
(define (later n)
  (let loop ((i 0) (l '()))
    (if (= i n) (lambda (x) (cons x l)) (loop (+ i 1) (append l (list i))))))
((later 3) 'x) ; => (x 0 1 2)
;; the last list is part of the answer
(define (shared l) (let loop ((i 0) (m '())) (if (= i 2) (eq? (cddr m) l) (loop (+ i 1) (append m l)))))
(shared (list 1 2)) ; => #t
(define (onto n) (let loop ((i 0) (m '())) (if (= i n) m (loop (+ i 1) (append m i)))))
(onto 1) ; => 0
(onto 2) ; error: type
;; queues
(define (walk graph start)
  (let loop ((queue (list start)) (seen '()))
    (cond ((null? queue) (reverse seen))
          ((memq (car queue) seen) (loop (cdr queue) seen))
          (else (loop (append (cdr queue) (map (lambda (x) x) (cdr (assq (car queue) graph))))
                      (cons (car queue) seen))))))
(walk '((a b c) (b d) (c d a) (d)) 'a) ; => (a b c d)
(define (paths graph start goal)
  (let loop ((queue (list (list start))))
    (cond ((null? queue) #f)
          ((eq? (caar queue) goal) (reverse (car queue)))
          (else (loop (append (cdr queue)
                              (map (lambda (x) (cons x (car queue))) (cdr (assq (caar queue) graph)))))))))
(paths '((a b c) (b d) (c e) (d) (e d)) 'a 'e) ; => (a c e)
(paths '((a b) (b)) 'a 'e) ; => #f
(define (empty l) (let loop ((q '()) (l l)) (if (null? l) (car q) (loop (append q (list (car l))) (cdr l)))))
(empty '(1)) ; => 1
(empty '()) ; error: type
(define (drained n) (let loop ((q '()) (n n)) (if (= n 0) q (loop (cdr (append q (list n))) (- n 1)))))
(drained 3) ; => ()
(define (too-far l) (let loop ((q (list 1)) (l l)) (if (null? l) q (loop (if (car l) (cdr q) (append q (list 2))) (cdr l)))))
(too-far '(#f #t #f)) ; => (2 2)
(too-far '(#t #t)) ; error: type
(define (inside l) (let loop ((q (list 1)) (l l)) (if (null? l) (caar q) (loop (append q (list 2)) (cdr l)))))
(inside '(1)) ; error: type
(define (counts n) (let loop ((q (list n 1))) (if (> (length q) 3) q (loop (append (cdr q) (list (car q) (+ (car q) (length q))))))))
(counts 5) ; => (5 7 1 4)
;; a continuation that is entered again goes on with what there was
(define again #f)
(define results '())
(define (gather n)
  (let loop ((i 0) (q (list 'a 'b)))
    (if (= i n)
        q
        (loop (+ i 1) (append (cdr q) (list i (call/cc (lambda (k) (if (= i 1) (set! again k)) i))))))))
(define (enter)
  (set! results (cons (gather 3) results))
  (if (< (length results) 3) (again (* 10 (length results))))
  results)
(enter) ; => ((0 1 20 2 2) (0 1 10 2 2) (0 1 1 2 2))
;; a copy of what is no list, or none to its end, is the same
(define (copied n x) (let loop ((i 0) (l '())) (if (= i n) l (loop (+ i 1) (append l (list-copy x))))))
(copied 2 '(1 2)) ; => (1 2 1 2)
(copied 1 5) ; => 5
(copied 1 '(1 . 2)) ; => (1 . 2)
(define (from-copy n x) (let loop ((i 0) (l (list-copy x))) (if (= i n) l (loop (+ i 1) (append l (list i))))))
(from-copy 2 '(1 2)) ; => (1 2 0 1)
(from-copy 0 '(1 . 2)) ; => (1 . 2)

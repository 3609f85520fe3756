;;; Lazy streams on delay-force: definitions by themselves, primes, merges, and a search that must not leak.
(import (scheme base) (scheme lazy) (scheme write))

(define-syntax stream-cons
  (syntax-rules () ((_ head tail) (delay (cons head (delay-force tail))))))
(define-syntax stream-lambda
  (syntax-rules () ((_ formals body ...) (lambda formals (delay-force (let () body ...))))))
(define-syntax define-stream
  (syntax-rules () ((_ (name . formals) body ...) (define name (stream-lambda formals body ...)))))

(define stream-null (delay '()))
(define (stream-null? s) (null? (force s)))
(define (stream-car s) (car (force s)))
(define (stream-cdr s) (cdr (force s)))

(define-stream (stream-map f . streams)
  (if (memq #t (map stream-null? streams))
      stream-null
      (stream-cons (apply f (map stream-car streams))
                   (apply stream-map f (map stream-cdr streams)))))
(define-stream (stream-filter keep? s)
  (cond ((stream-null? s) stream-null)
        ((keep? (stream-car s)) (stream-cons (stream-car s) (stream-filter keep? (stream-cdr s))))
        (else (stream-filter keep? (stream-cdr s)))))
(define-stream (stream-from n step)
  (stream-cons n (stream-from (+ n step) step)))
(define-stream (stream-append a b)
  (if (stream-null? a) b (stream-cons (stream-car a) (stream-append (stream-cdr a) b))))
(define (stream-take n s)
  (if (or (= n 0) (stream-null? s))
      '()
      (cons (stream-car s) (stream-take (- n 1) (stream-cdr s)))))
(define (stream-ref s n)
  (if (= n 0) (stream-car s) (stream-ref (stream-cdr s) (- n 1))))

(define-syntax stream
  (syntax-rules () ((_) stream-null) ((_ x y ...) (stream-cons x (stream y ...)))))

(define fibonacci (stream-cons 0 (stream-cons 1 (stream-map + fibonacci (stream-cdr fibonacci)))))

(define-stream (sieve s)
  (let ((p (stream-car s)))
    (stream-cons p (sieve (stream-filter (lambda (n) (not (= 0 (modulo n p)))) (stream-cdr s))))))

(define-stream (merge a b)
  (let ((x (stream-car a)) (y (stream-car b)))
    (cond ((< x y) (stream-cons x (merge (stream-cdr a) b)))
          ((< y x) (stream-cons y (merge a (stream-cdr b))))
          (else (stream-cons x (merge (stream-cdr a) (stream-cdr b)))))))
(define (scale s k) (stream-map (lambda (x) (* x k)) s))
(define hamming
  (stream-cons 1 (merge (scale hamming 2) (merge (scale hamming 3) (scale hamming 5)))))

(define-stream (partial-sums s)
  (let loop ((s s) (total 0))
    (let ((total (+ total (stream-car s))))
      (stream-cons total (delay-force (loop (stream-cdr s) total))))))

(define evaluated 0)
(define noisy (stream-map (lambda (n) (set! evaluated (+ evaluated 1)) (* n n)) (stream-from 0 1)))

(stream-take 12 fibonacci) ; => (0 1 1 2 3 5 8 13 21 34 55 89)
(stream-ref fibonacci 200) ; => 280571172992510140037611932413038677189525
(stream-take 12 (sieve (stream-from 2 1))) ; => (2 3 5 7 11 13 17 19 23 29 31 37)
(stream-take 15 hamming) ; => (1 2 3 4 5 6 8 9 10 12 15 16 18 20 24)
(stream-take 5 (partial-sums (stream-from 1 2))) ; => (1 4 9 16 25)
(stream-take 4 (stream-append (stream 1 2) (stream 3))) ; => (1 2 3)
(list evaluated (stream-ref noisy 3) evaluated (stream-ref noisy 3) evaluated) ; => (0 9 4 9 4)
(stream-car (stream-filter (lambda (n) (> n 3000)) (stream-from 0 1))) ; => 3001
(let loop ((s (stream-from 0 1))) (if (= (stream-car s) 3000) 'there (loop (stream-cdr s)))) ; => there
(guard (e ((eq? e 'bottom) 'only-when-forced)) (let ((s (stream 1 (raise 'bottom)))) (stream-take 2 s))) ; => only-when-forced

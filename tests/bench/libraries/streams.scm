;;; delay and force: streams of primes and of Fibonacci numbers.
(import (scheme base) (scheme lazy))

(define-syntax stream-cons
  (syntax-rules ()
    ((_ a b) (delay (cons a b)))))

(define (stream-head s) (car (force s)))
(define (stream-tail s) (cdr (force s)))

(define (numbers-from i) (stream-cons i (numbers-from (+ i 1))))

(define (stream-filter wanted? s)
  (if (wanted? (stream-head s))
      (stream-cons (stream-head s) (stream-filter wanted? (stream-tail s)))
      (stream-filter wanted? (stream-tail s))))

(define (stream-map f s)
  (stream-cons (f (stream-head s)) (stream-map f (stream-tail s))))

(define (stream-add a b)
  (stream-cons (+ (stream-head a) (stream-head b))
               (stream-add (stream-tail a) (stream-tail b))))

(define (stream-ref s i)
  (if (= i 0) (stream-head s) (stream-ref (stream-tail s) (- i 1))))

(define (run n)
  (let ((odd-squares (stream-map (lambda (x) (* x x))
                                 (stream-filter odd? (numbers-from 0)))))
    (define fibonacci
      (stream-cons 0 (stream-cons 1 (stream-add fibonacci (stream-tail fibonacci)))))
    (+ (stream-ref odd-squares n)
       (modulo (stream-ref fibonacci n) 1000003))))

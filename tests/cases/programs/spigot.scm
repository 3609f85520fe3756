;;; Digits of pi and e from exact arithmetic, continued fractions, and other work for long numbers.
(import (scheme base) (scheme inexact) (scheme write))

(define (pi-digits count)
  (let loop ((q 1) (r 0) (t 1) (k 1) (n 3) (l 3) (left count) (digits '()))
    (cond ((= left 0) (apply string-append (reverse digits)))
          ((< (+ (* 4 q) (- r t)) (* n t))
           (loop (* 10 q) (* 10 (- r (* n t))) t k
                 (- (quotient (* 10 (+ (* 3 q) r)) t) (* 10 n))
                 l (- left 1) (cons (number->string n) digits)))
          (else
           (loop (* q k) (* (+ (* 2 q) r) l) (* t l) (+ k 1)
                 (quotient (+ (* q (+ (* 7 k) 2)) (* r l)) (* t l))
                 (+ l 2) left digits)))))

(define (e-rational terms)
  (let loop ((k terms) (sum 1))
    (if (= k 0) sum (loop (- k 1) (+ 1 (/ sum k))))))

(define (decimal x places)
  (let* ((scaled (round (* x (expt 10 places))))
         (text (number->string scaled))
         (point (- (string-length text) places)))
    (string-append (substring text 0 point) "." (string-copy text point))))

(define (continued-fraction x)
  (let-values (((whole rest) (floor/ (numerator x) (denominator x))))
    (if (= rest 0)
        (list whole)
        (cons whole (continued-fraction (/ (denominator x) rest))))))

(define (from-continued-fraction terms)
  (if (null? (cdr terms))
      (car terms)
      (+ (car terms) (/ (from-continued-fraction (cdr terms))))))

(define (integer-root n k)
  (let loop ((low 0) (high (+ n 1)))
    (let ((middle (quotient (+ low high) 2)))
      (cond ((= (- high low) 1) low)
            ((<= (expt middle k) n) (loop middle high))
            (else (loop low middle))))))

(define (modular-power base exponent modulus)
  (let loop ((b (modulo base modulus)) (e exponent) (result 1))
    (cond ((= e 0) result)
          ((even? e) (loop (modulo (* b b) modulus) (quotient e 2) result))
          (else (loop b (- e 1) (modulo (* result b) modulus))))))

(define (probably-prime? n)
  (and (> n 3)
       (let check ((witnesses '(2 3 5 7)))
         (or (null? witnesses)
             (and (= 1 (modular-power (car witnesses) (- n 1) n)) (check (cdr witnesses)))))))

(define (bernoulli n)
  (let ((row (make-vector (+ n 1) 0)))
    (do ((m 0 (+ m 1))) ((> m n) (vector-ref row 0))
      (vector-set! row m (/ 1 (+ m 1)))
      (do ((j m (- j 1))) ((= j 0))
        (vector-set! row (- j 1) (* j (- (vector-ref row (- j 1)) (vector-ref row j))))))))

(pi-digits 60) ; => "314159265358979323846264338327950288419716939937510582097494"
(decimal (e-rational 40) 40) ; => "2.7182818284590452353602874713526624977572"
(continued-fraction 415/93) ; => (4 2 6 7)
(from-continued-fraction '(3 7 15 1 292)) ; => 103993/33102
(exact (floor (* 1000 (inexact 103993/33102)))) ; => 3141
(integer-root (expt 10 60) 3) ; => 100000000000000000000
(let-values (((s r) (exact-integer-sqrt (+ (expt 10 40) 7)))) (list s r)) ; => (100000000000000000000 7)
(probably-prime? (- (expt 2 127) 1)) ; => #t
(probably-prime? (- (expt 2 128) 1)) ; => #f
(map bernoulli '(0 1 2 3 4 10 12)) ; => (1 1/2 1/6 0 -1/30 5/66 -691/2730)
(string-length (number->string (let loop ((n 200) (f 1)) (if (= n 0) f (loop (- n 1) (* n f)))))) ; => 375

;;; L'Ecuyer's MRG32k3a (Operations Research 47, 1999): two linear recurrences
;;; of order 3, the difference of which is the output; period 2^191.

(define %m1 4294967087)
(define %m2 4294944443)

(define-record-type random-source
  (%make-source x1 x2 x3 y1 y2 y3)
  random-source?
  (x1 %x1 %x1!) (x2 %x2 %x2!) (x3 %x3 %x3!)
  (y1 %y1 %y1!) (y2 %y2 %y2!) (y3 %y3 %y3!))

;;> (make-random-source) -> a source in its initial state
;;> (random-source? (make-random-source)) => #t
(define (make-random-source)
  (%make-source 12345 12345 12345 12345 12345 12345))

;; The next output, 0 to %m1 - 1.
(define (%next! s)
  (let ((x (modulo (- (* 1403580 (%x2 s)) (* 810728 (%x1 s))) %m1))
        (y (modulo (- (* 527612 (%y3 s)) (* 1370589 (%y1 s))) %m2)))
    (%x1! s (%x2 s))
    (%x2! s (%x3 s))
    (%x3! s x)
    (%y1! s (%y2 s))
    (%y2! s (%y3 s))
    (%y3! s y)
    (modulo (- x y) %m1)))

;; A number from 0 to n - 1: digits of base %m1 until they exceed n, and again
;; when they fall into the incomplete last interval.
(define (%below s n)
  (let again ()
    (let loop ((x (%next! s)) (range %m1))
      (if (< range n)
          (loop (+ (* x %m1) (%next! s)) (* range %m1))
          (let ((each (quotient range n)))
            (if (< x (* each n))
                (quotient x each)
                (again)))))))

(define (%integer s n)
  (if (not (and (exact-integer? n) (positive? n)))
      (error "random-integer: wanted a positive exact integer, got" n))
  (%below s n))

;; Strictly between 0 and 1.
(define (%real s)
  (/ (+ 1 (%next! s)) (inexact (+ 1 %m1))))

;;> (random-source-make-integers source) -> a procedure: (r n) -> an exact
;;> integer from 0 to n-1
;;> ((random-source-make-integers (make-random-source)) 1) => 0
(define (random-source-make-integers s)
  (lambda (n) (%integer s n)))

;;> (random-source-make-reals source [unit]) -> a procedure of no argument that
;;> gives reals between 0 and 1, spaced by unit (an exact one gives exact
;;> reals)
;;> ((random-source-make-reals (make-random-source) 1/2)) => 1/2
(define (random-source-make-reals s . options)
  (if (null? options)
      (lambda () (%real s))
      (let* ((unit (car options))
             (steps (floor (- (/ 1 (exact unit)) 1))))
        (if (not (< 0 unit 1))
            (error "random-source-make-reals: wanted a unit between 0 and 1,"
                   unit))
        (lambda () (* unit (+ 1 (%below s steps)))))))

;;> (random-source-state-ref source), (random-source-state-set! source state)
;;> -> save and restore a state
;;> (let* ((s (make-random-source)) (state (random-source-state-ref s)) (r
;;>   (random-source-make-integers s)) (x (r 100))) (random-source-state-set! s
;;>   state) (= x (r 100))) => #t
(define (random-source-state-ref s)
  (list 'mrg32k3a (%x1 s) (%x2 s) (%x3 s) (%y1 s) (%y2 s) (%y3 s)))

(define (random-source-state-set! s state)
  (if (not (and (list? state) (= (length state) 7)
                (eq? (car state) 'mrg32k3a)))
      (error "random-source-state-set!: not a state of this kind:" state))
  (for-each (lambda (set x) (set s x))
            (list %x1! %x2! %x3! %y1! %y2! %y3!)
            (cdr state)))

;; Fills the state from a number; never with zeros only.
(define (%seed! s seed)
  (let ((mix (lambda (k m)
               (+ 1 (modulo (+ (* seed (+ 1 (* 2 k)) 2862933555777941757)
                               (* k 3037000493)
                               (quotient seed 65537))
                            (- m 1))))))
    (%x1! s (mix 1 %m1))
    (%x2! s (mix 2 %m1))
    (%x3! s (mix 3 %m1))
    (%y1! s (mix 4 %m2))
    (%y2! s (mix 5 %m2))
    (%y3! s (mix 6 %m2)))
  (let loop ((i 0))
    (when (< i 10)
      (%next! s)
      (loop (+ i 1)))))

;;> (random-source-randomize! source) gives it a state from the clock
(define (random-source-randomize! s)
  (%seed! s (+ (current-jiffy)
               (exact (floor (* 1000000 (current-second)))))))

;;> (random-source-pseudo-randomize! source i j) gives it the state of the
;;> stream (i, j)
(define (random-source-pseudo-randomize! s i j)
  (if (not (and (exact-integer? i) (exact-integer? j) (>= i 0) (>= j 0)))
      (error "random-source-pseudo-randomize!: wanted indexes from 0," i j))
  (%seed! s (+ (* (+ i j) (+ i j 1)) (* 2 j) 1)))

;;> default-random-source -> the source of random-integer and random-real
;;> (random-source? default-random-source) => #t
(define default-random-source (make-random-source))

;;> (random-integer n) -> an exact integer from 0 to n-1
;;> (< -1 (random-integer 6) 6) => #t
(define (random-integer n) (%integer default-random-source n))

;;> (random-real) -> a real between 0 and 1, both excluded
;;> (< 0 (random-real) 1) => #t
(define (random-real) (%real default-random-source))

;;; Sources of random numbers; the generator is primitives/randomness.py.

(define %m1 4294967087) ; the moduli of its two recurrences
(define %m2 4294944443)

;; own: six integers in a vector; #f: those that the world keeps, so that the
;; default source of one world knows nothing of another's.
(define-record-type random-source
  (%make-source own)
  random-source?
  (own %own))

(define (%initial) (make-vector 6 12345))

(define (%state s)
  (or (%own s)
      (%world-setting 'srfi-27-state)
      (let ((state (%initial)))
        (%set-world-setting! 'srfi-27-state state)
        state)))

;;> (make-random-source) -> a source in its initial state
;;> (random-source? (make-random-source)) => #t
(define (make-random-source) (%make-source (%initial)))

(define (%integer s n) (%random-below! (%state s) n))

;; Strictly between 0 and 1.
(define (%real s) (%random-real! (%state s)))

;;> (random-source-make-integers source) -> a procedure: (r n) -> an exact
;;> integer from 0 to n-1
;;> ((random-source-make-integers (make-random-source)) 1) => 0
(define (random-source-make-integers s)
  (lambda (n) (%random-below! (or (%own s) (%state s)) n)))

;;> (random-source-make-reals source [unit]) -> a procedure of no argument that
;;> gives reals between 0 and 1, spaced by unit (an exact one gives exact
;;> reals)
;;> ((random-source-make-reals (make-random-source) 1/2)) => 1/2
(define (random-source-make-reals s . options)
  (if (null? options)
      (lambda () (%random-real! (or (%own s) (%state s))))
      (let* ((unit (car options))
             (steps (floor (- (/ 1 (exact unit)) 1))))
        (if (not (< 0 unit 1))
            (error "random-source-make-reals: wanted a unit between 0 and 1,"
                   unit))
        (lambda () (* unit (+ 1 (%random-below! (%state s) steps)))))))

;;> (random-source-state-ref source), (random-source-state-set! source state)
;;> -> save and restore a state
;;> (let* ((s (make-random-source)) (state (random-source-state-ref s)) (r
;;>   (random-source-make-integers s)) (x (r 100))) (random-source-state-set! s
;;>   state) (= x (r 100))) => #t
(define (random-source-state-ref s)
  (cons 'mrg32k3a (vector->list (%state s))))

(define (random-source-state-set! s state)
  (if (not (and (list? state) (= (length state) 7)
                (eq? (car state) 'mrg32k3a)))
      (error "random-source-state-set!: not a state of this kind:" state))
  (for-each (lambda (x)
              (if (not (exact-integer? x))
                  (error "random-source-state-set!: not a state:" state)))
            (cdr state))
  (vector-copy! (%state s) 0 (list->vector (cdr state))))

;; Fills the state from a number; never with zeros only.
(define (%seed! s seed)
  (let ((mix (lambda (k m)
               (+ 1 (modulo (+ (* seed (+ 1 (* 2 k)) 2862933555777941757)
                               (* k 3037000493)
                               (quotient seed 65537))
                            (- m 1))))))
    (vector-copy! (%state s) 0
                  (vector (mix 1 %m1) (mix 2 %m1) (mix 3 %m1)
                          (mix 4 %m2) (mix 5 %m2) (mix 6 %m2))))
  (let loop ((i 0))
    (when (< i 10)
      (%random-next! (%state s))
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
(define default-random-source (%make-source #f))

;;> (random-integer n) -> an exact integer from 0 to n-1
;;> (< -1 (random-integer 6) 6) => #t
(define (random-integer n) (%integer default-random-source n))

;;> (random-real) -> a real between 0 and 1, both excluded
;;> (< 0 (random-real) 1) => #t
(define (random-real) (%real default-random-source))

;;; Sources of random numbers; the generator is primitives/randomness.py.

;; own: the state of a source; #f: the one that the world keeps, so that the
;; default source of one world knows nothing of another's.
(define-record-type random-source
  (%make-source own)
  random-source?
  (own %own))

(define (%state s)
  (or (%own s)
      (%world-setting 'srfi-27-state)
      (let ((state (%make-randomness)))
        (%set-world-setting! 'srfi-27-state state)
        state)))

;;> (make-random-source) -> a source in its initial state
;;> (random-source? (make-random-source)) => #t
(define (make-random-source) (%make-source (%make-randomness)))

;;> (random-source-make-integers source) -> a procedure: (r n) -> an exact
;;> integer from 0 to n-1
;;> ((random-source-make-integers (make-random-source)) 1) => 0
(define (random-source-make-integers s)
  (let ((own (%own s)))
    (if own
        (lambda (n) (%random-below! own n))
        (lambda (n) (%random-below! (%state s) n)))))

;;> (random-source-make-reals source [unit]) -> a procedure of no argument that
;;> gives reals between 0 and 1, spaced by unit (an exact one gives exact
;;> reals)
;;> ((random-source-make-reals (make-random-source) 1/2)) => 1/2
(define (random-source-make-reals s . options)
  (if (null? options)
      (let ((own (%own s)))
        (if own
            (lambda () (%random-real! own))
            (lambda () (%random-real! (%state s)))))
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
  (cons 'mt19937 (%random-state (%state s))))

(define (random-source-state-set! s state)
  (if (not (and (pair? state) (eq? (car state) 'mt19937)))
      (error "random-source-state-set!: not a state of this kind:" state))
  (%random-state-set! (%state s) (cdr state)))

;;> (random-source-randomize! source) gives it a state from the clock
(define (random-source-randomize! s)
  (%random-seed! (%state s)
                 (+ (current-jiffy)
                    (exact (floor (* 1000000 (current-second)))))))

;;> (random-source-pseudo-randomize! source i j) gives it the state of the
;;> stream (i, j)
(define (random-source-pseudo-randomize! s i j)
  (if (not (and (exact-integer? i) (exact-integer? j) (>= i 0) (>= j 0)))
      (error "random-source-pseudo-randomize!: wanted indexes from 0," i j))
  (%random-seed! (%state s) (+ (* (+ i j) (+ i j 1)) (* 2 j) 1)))

;;> default-random-source -> the source of random-integer and random-real
;;> (random-source? default-random-source) => #t
(define default-random-source (%make-source #f))

;;> (random-integer n) -> an exact integer from 0 to n-1
;;> (< -1 (random-integer 6) 6) => #t
(define (random-integer n)
  (%random-below! (%state default-random-source) n))

;;> (random-real) -> a real between 0 and 1, both excluded
;;> (< 0 (random-real) 1) => #t
(define (random-real) (%random-real! (%state default-random-source)))

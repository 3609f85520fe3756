;;; (srfi 27): sources of random bits, complete. Every world starts with the
;;; same default source, so that a recorded fire can be replayed; randomize
;;; it for numbers that differ from start to start. Not for secrets.

(define-library (srfi 27)
  ;; the default source
  (export random-integer random-real default-random-source)
  ;; sources
  (export make-random-source random-source? random-source-state-ref
          random-source-state-set! random-source-randomize!
          random-source-pseudo-randomize! random-source-make-integers
          random-source-make-reals)
  (import (scheme base) (scheme time)
          (only (engine primitives) %set-world-setting! %make-randomness %random-seed!
                %random-state %random-state-set! %random-below!
                %random-real! %world-setting))
  (include "27.scm"))

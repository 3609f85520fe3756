;;; (chibi match): pattern matching. Patterns:
;;;
;;;   _                  anything
;;;   name               anything, bound; a second time: equal? to the first
;;;   #t 42 "s" #\c ()   itself                 'datum   equal? to the datum
;;;   (p . q)  #(p ...)  pair, vector           `qp      quasi-pattern with ,p
;;;   (p ... q)          a run of p, then q; also ___; **1 and ..1: at least
;;;                      one; =.. n: exactly n; *.. m n: m to n
;;;   (and p ...) (or p ...) (not p ...)
;;;   (? pred p ...)     satisfies pred, and all p
;;;   (= proc p)         (proc value) matches p
;;;   ($ type p ...)     a record, its fields in order
;;;   (@ type (field p) ...)                    a record, some fields by name
;;;   (get! g) (set! s)  g gets and s sets the place matched
;;;   (p *** q)          q somewhere in a tree; p along the way there

(define-library (chibi match)
  ;; matching
  (export match match-lambda match-lambda*)
  ;; binding
  (export match-let match-let* match-letrec match-letrec*)
  ;; the words of patterns that are no words of (scheme base)
  (import (scheme base)
          (only (engine primitives) %record? %record-ref %record-set!
                %record-field-index))
  (include "match.scm"))

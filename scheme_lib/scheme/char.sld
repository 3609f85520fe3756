;;; (scheme char): R7RS 6.6 and 6.7, as far as Unicode tables are needed.

(define-library (scheme char)
  ;; classes
  (export char-alphabetic? char-lower-case? char-numeric? char-upper-case?
          char-whitespace? digit-value)
  ;; case of a character
  (export char-downcase char-foldcase char-upcase)
  ;; comparison of characters
  (export char-ci<=? char-ci<? char-ci=? char-ci>=? char-ci>?)
  ;; case of a string
  (export string-downcase string-foldcase string-upcase)
  ;; comparison of strings
  (export string-ci<=? string-ci<? string-ci=? string-ci>=? string-ci>?)
  (import (engine primitives)))

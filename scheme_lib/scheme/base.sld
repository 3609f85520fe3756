;;; (scheme base): R7RS 4, 5, 6 and appendix A. What is fast is a primitive of
;;; the engine; what calls the program's own procedures is Scheme, so that a
;;; continuation can be captured inside.
;;; continuation can be captured inside.

(define-library (scheme base)
  ;; expressions and definitions (R7RS 4.1, 4.2, 5.3)
  (export _ ... => else and begin case cond define define-values do if lambda
          let let* let*-values let-values letrec letrec* or quasiquote quote
          set! unless unquote unquote-splicing when)
  ;; macros (4.3, 5.4)
  (export define-syntax let-syntax letrec-syntax syntax-error syntax-rules)
  ;; conditional inclusion (4.1.7, 4.2.1)
  (export cond-expand include include-ci features)
  ;; records (5.5)
  (export define-record-type)
  ;; equivalence and booleans (6.1, 6.3)
  (export eq? eqv? equal? not boolean? boolean=?)
  ;; numbers (6.2)
  (export * + - / < <= = > >= abs ceiling complex? denominator even? exact
          exact-integer-sqrt exact-integer? exact? expt floor floor-quotient
          floor-remainder floor/ gcd inexact inexact? integer? lcm max min
          modulo negative? number->string number? numerator odd? positive?
          quotient rational? rationalize real? remainder round square
          string->number truncate truncate-quotient truncate-remainder
          truncate/ zero?)
  ;; pairs and lists (6.4)
  (export append assoc assq assv caar cadr car cdar cddr cdr cons length list
          list-copy list-ref list-set! list-tail list? make-list member memq
          memv null? pair? reverse set-car! set-cdr!)
  ;; symbols (6.5)
  (export string->symbol symbol->string symbol=? symbol?)
  ;; characters (6.6)
  (export char->integer char<=? char<? char=? char>=? char>? char?
          integer->char)
  ;; strings (6.7)
  (export list->string make-string string string->list string->utf8
          string->vector string-append string-copy string-copy! string-fill!
          string-length string-ref string-set! string<=? string<? string=?
          string>=? string>? string? substring utf8->string)
  ;; vectors (6.8)
  (export list->vector make-vector vector vector->list vector->string
          vector-append vector-copy vector-copy! vector-fill! vector-length
          vector-ref vector-set! vector?)
  ;; bytevectors (6.9)
  (export bytevector bytevector-append bytevector-copy bytevector-copy!
          bytevector-length bytevector-u8-ref bytevector-u8-set! bytevector?
          make-bytevector)
  ;; control (6.10)
  (export apply call-with-current-continuation call-with-values call/cc
          dynamic-wind for-each map procedure? string-for-each string-map
          values vector-for-each vector-map)
  ;; parameters (4.2.6)
  (export make-parameter parameterize)
  ;; exceptions (4.2.7, 6.11)
  (export error error-object-irritants error-object-message error-object?
          file-error? guard raise raise-continuable read-error?
          with-exception-handler)
  ;; ports (6.13)
  (export binary-port? call-with-port char-ready? close-input-port
          close-output-port close-port current-error-port current-input-port
          current-output-port eof-object eof-object? flush-output-port
          get-output-bytevector get-output-string input-port-open? input-port?
          newline open-input-bytevector open-input-string
          open-output-bytevector open-output-string output-port-open?
          output-port? peek-char peek-u8 port? read-bytevector read-bytevector!
          read-char read-line read-string read-u8 textual-port? u8-ready?
          write-bytevector write-char write-string write-u8)
  (import (engine syntax)
          (engine control)
          (except (engine primitives) assoc member)
          (prefix (only (engine primitives) assoc member) %))
  (include "base-lists.scm" "base-text.scm"))

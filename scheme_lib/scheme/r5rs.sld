;;; (scheme r5rs): the language of the older report (R7RS appendix A).

(define-library (scheme r5rs)
  ;; expressions, definitions, macros
  (export and begin case cond define define-syntax delay do if lambda let let*
          let-syntax letrec letrec-syntax or quasiquote quote set!
          syntax-rules ... _ else => unquote unquote-splicing)
  ;; equivalence and booleans
  (export boolean? eq? equal? eqv? not)
  ;; numbers
  (export * + - / < <= = > >= abs acos angle asin atan ceiling complex? cos
          denominator even? exact->inexact exact? exp expt floor gcd
          imag-part inexact->exact inexact? integer? lcm log magnitude
          make-polar make-rectangular max min modulo negative?
          number->string number? numerator odd? positive? quotient rational?
          rationalize real-part real? remainder round sin sqrt
          string->number tan truncate zero?)
  ;; pairs and lists
  (export append assoc assq assv caaaar caaadr caaar caadar caaddr caadr caar
          cadaar cadadr cadar caddar cadddr caddr cadr car cdaaar cdaadr
          cdaar cdadar cdaddr cdadr cdar cddaar cddadr cddar cdddar cddddr
          cdddr cddr cdr cons length list list-ref list-tail list? member
          memq memv null? pair? reverse set-car! set-cdr!)
  ;; symbols, characters, strings, vectors
  (export string->symbol symbol->string symbol? char->integer
          char-alphabetic? char-ci<=? char-ci<? char-ci=? char-ci>=?
          char-ci>? char-downcase char-lower-case? char-numeric? char-upcase
          char-upper-case? char-whitespace? char<=? char<? char=? char>=?
          char>? char? integer->char list->string make-string string
          string->list string-append string-ci<=? string-ci<? string-ci=?
          string-ci>=? string-ci>? string-copy string-fill! string-length
          string-ref string-set! string<=? string<? string=? string>=?
          string>? string? substring list->vector make-vector vector
          vector->list vector-fill! vector-length vector-ref vector-set!
          vector?)
  ;; control
  (export apply call-with-current-continuation call-with-values dynamic-wind
          for-each force map procedure? values)
  ;; evaluation
  (export eval interaction-environment load null-environment
          scheme-report-environment)
  ;; ports
  (export call-with-input-file call-with-output-file char-ready?
          close-input-port close-output-port current-input-port
          current-output-port display eof-object? input-port? newline
          open-input-file open-output-file output-port? peek-char read
          read-char with-input-from-file with-output-to-file write
          write-char)
  (tier unsandboxed)
  (import (rename (scheme base) (exact inexact->exact) (inexact exact->inexact))
          (scheme char) (scheme complex) (scheme cxr) (scheme eval)
          (scheme file) (scheme inexact) (scheme lazy) (scheme load)
          (scheme read) (scheme repl) (scheme write))
  (begin
    ;; Both take the number of a report, of which 5 is known.
    (define (%check who version)
      (if (not (eqv? version 5))
          (error (string-append who ": wanted 5, got") version)))

    ;;> (scheme-report-environment 5) -> an environment with all of R5RS
    ;;> (eval '(exact->inexact 1/2) (scheme-report-environment 5)) => 0.5
    (define (scheme-report-environment version)
      (%check "scheme-report-environment" version)
      (environment '(scheme r5rs)))

    ;;> (null-environment 5) -> an environment with the keywords of R5RS only
    ;;> ((eval '(lambda (f x) (f x x)) (null-environment 5)) + 10) => 20
    (define (null-environment version)
      (%check "null-environment" version)
      (environment
       '(only (scheme r5rs) and begin case cond define define-syntax delay do
              if lambda let let* let-syntax letrec letrec-syntax or quasiquote
              quote set! syntax-rules ... _ else => unquote
              unquote-splicing)))))

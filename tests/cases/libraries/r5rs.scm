;;; R7RS appendix A: (scheme r5rs), all of its names.
(import (scheme r5rs))
(define-syntax my-or (syntax-rules () ((_ a b ...) (let ((t a)) (or t b ...)))))
(my-or #f 5) ; => 5
(eval '(let loop ((i 0)) (if (< i 3) (loop (+ i 1)) i)) (null-environment 5)) ; error: unbound:
(eval '(let ((x 'a)) (case x ((a) 1) (else 2))) (null-environment 5)) ; => 1
(eval 'car (null-environment 5)) ; error: unbound: car
(eval '(inexact->exact 2.0) (scheme-report-environment 5)) ; => 2
(eval '(string->list "ab") (scheme-report-environment 5)) ; => (#\a #\b)
(eval '(let-values (((a) 1)) a) (scheme-report-environment 5)) ; error: unbound:
(null-environment 4) ; error: error: null-environment: wanted 5
(scheme-report-environment 7) ; error: error: scheme-report-environment: wanted 5
(eval '(force (delay (* 2 3))) (scheme-report-environment 5)) ; => 6
(define x 3)
(eval '(* x x) (interaction-environment)) ; => 9
(map procedure? (list * + - / < <= = > >= abs acos angle append apply asin assoc assq assv atan boolean? ceiling)) ; => (#t #t #t #t #t #t #t #t #t #t #t #t #t #t #t #t #t #t #t #t #t)
(define (all . ps) (or (null? ps) (and (procedure? (car ps)) (apply all (cdr ps)))))
(all caaaar caaadr caaar caadar caaddr caadr caar cadaar cadadr cadar caddar cadddr caddr cadr call-with-current-continuation call-with-input-file call-with-output-file call-with-values car cdaaar cdaadr cdaar cdadar cdaddr cdadr cdar cddaar cddadr cddar cdddar cddddr cdddr cddr cdr ceiling) ; => #t
(all char->integer char-alphabetic? char-ci<=? char-ci<? char-ci=? char-ci>=? char-ci>? char-downcase char-lower-case? char-numeric? char-ready? char-upcase char-upper-case? char-whitespace? char<=? char<? char=? char>=? char>? char? close-input-port close-output-port complex? cons cos current-input-port current-output-port) ; => #t
(all denominator display dynamic-wind eof-object? eq? equal? eqv? eval even? exact->inexact exact? exp expt floor for-each force gcd imag-part inexact->exact inexact? input-port? integer->char integer? interaction-environment lcm length list list->string list->vector list-ref list-tail list? load log) ; => #t
(all magnitude make-polar make-rectangular make-string make-vector map max member memq memv min modulo negative? newline not null-environment null? number->string number? numerator odd? open-input-file open-output-file output-port? pair? peek-char positive? procedure? quotient rational? rationalize read read-char real-part real? remainder reverse round) ; => #t
(all scheme-report-environment set-car! set-cdr! sin sqrt string string->list string->number string->symbol string-append string-ci<=? string-ci<? string-ci=? string-ci>=? string-ci>? string-copy string-fill! string-length string-ref string-set! string<=? string<? string=? string>=? string>? string? substring symbol->string symbol? tan truncate) ; => #t
(all values vector vector->list vector-fill! vector-length vector-ref vector-set! vector? with-input-from-file with-output-to-file write write-char zero?) ; => #t
(let* ((a 1) (b (+ a 1))) (do ((i 0 (+ i 1)) (s 0 (+ s i))) ((= i 3) (list s `(,a ,@(list b)) (cond ((assv b '((2 x))) => cadr) (else 'no)))))) ; => (3 (1 2) x)
(letrec-syntax ((f (syntax-rules () ((_ a _) (begin a))))) (let-syntax ((g (syntax-rules () ((_ x ...) (and x ...))))) (g (f 1 2) (case 1 ((1) 3) (else 4))))) ; => 3

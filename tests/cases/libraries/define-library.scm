;;; R7RS 5.6, 5.2: libraries and import sets.
(define-library (my counter)
  (export next! (rename secret-value value))
  (import (scheme base))
  (begin
    (define n 0)
    (define (next!) (set! n (+ n 1)) n)
    (define secret-value 42)))
(import (my counter))
(next!) ; => 1
(next!) ; => 2
value ; => 42
n ; error: unbound: n
(import (prefix (my counter) c:))
(c:next!) ; => 3
(import (rename (my counter) (next! tick!)))
(tick!) ; => 4
(import (only (scheme base) car) (except (my counter) value))
(car '(1)) ; => 1
(define-library (my macros)
  (export my-if)
  (import (scheme base))
  (begin
    (define (choose c a b) (if c (a) (b)))
    (define-syntax my-if (syntax-rules () ((_ c a b) (choose c (lambda () a) (lambda () b)))))))
(import (my macros))
(my-if #t 1 (car '())) ; => 1
choose ; error: unbound: choose
(import (no such library)) ; error: library: (no such library)
(import (only (my counter) nothing)) ; error: library: nothing
(cond-expand (r7rs 'yes) (else 'no)) ; => yes
(cond-expand ((library (scheme base)) 'yes) (else 'no)) ; => yes
(cond-expand ((library (no such)) 'yes) (else 'no)) ; => no
(cond-expand ((and r7rs (not nonsense)) 1) (else 2)) ; => 1
(cond-expand ((or nonsense full-unicode) 1) (else 2)) ; => 1
(if (memq 'r7rs (features)) 'yes 'no) ; => yes
(import (only (engine primitives) %record)) ; error: library:

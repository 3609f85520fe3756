;;; Lists as sets over a relation that is known where they are called, and over those of which it says nothing.
(import (scheme base) (scheme write) (srfi 1))
(define-syntax refused?
  (syntax-rules () ((_ form) (guard (e ((error-object? e) #t)) form #f))))

(define a '(x y z))
(define b '(z w))
(define (upper? c d) (char=? c d))

(lset-union eq? a b) ; => (w x y z)
(lset-intersection eq? a b) ; => (z)
(lset-difference eq? a b) ; => (x y)
(lset-xor eq? a b) ; => (w x y)
(lset-adjoin eq? a 'x 'v) ; => (v x y z)
(lset-adjoin eq? a 'v) ; => (v x y z)
(list (lset<= eq? '(z) a b) (lset<= eq? '(z) a) (lset= eq? a '(z y x)) (lset= eq? a b)) ; => (#f #t #t #f)
(lset-union = '(1 2.0) '(2 3)) ; => (3 1 2.0)
(lset-intersection = '(1 2.0 3) '(2 3.0)) ; => (2.0 3)
(lset-difference string=? '("a" "b") '("b")) ; => ("a")
(lset-adjoin string=? '("a") "a" "b") ; => ("b" "a")
(lset-union upper? '(#\a) '(#\b #\a)) ; => (#\b #\a)
(lset= (lambda (p q) (eqv? (car p) (car q))) '((1 . a)) '((1 . b))) ; => #t
(lset<= < '(1 2) '(3 4)) ; => #t
(lset-union < '(5) '(1)) ; => (1 5)
(refused? (lset-difference = '(1 2) '(a))) ; => #t
(refused? (lset-union string=? '("a") '(b))) ; => #t
(refused? (lset-intersection 5 '(1) '(2))) ; => #t
(refused? (lset= string=? '(a) '("a"))) ; => #t
(refused? (lset-adjoin eq? 'x 'y)) ; => #t
(delete-duplicates '((a 1) (b 2) (a 3)) (lambda (p q) (eq? (car p) (car q)))) ; => ((a 1) (b 2))
(delete-duplicates '((a 1) (b 2) (c 1)) (lambda (p q) (= (cadr p) (cadr q)))) ; => ((a 1) (b 2))
(refused? (delete-duplicates '((a 1) b) (lambda (p q) (eq? (car p) (car q))))) ; => #t
(refused? (delete-duplicates '((a 1) (b)) (lambda (p q) (eqv? (cadr p) (cadr q))))) ; => #t
(delete-duplicates '(b) (lambda (p q) (eq? (car p) (car q)))) ; => (b)

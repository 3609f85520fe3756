;;; (srfi 2) and-let*.
(import (scheme base) (srfi 2))
(and-let* () 1) ; => 1
(and-let* ()) ; => #t
(and-let* ((x 5)) x) ; => 5
(and-let* ((x #f)) (error "not reached")) ; => #f
(and-let* (((> 2 1)) (x 1)) (+ x 1)) ; => 2
(let ((y 3)) (and-let* (y ((odd? y))) 'odd)) ; => odd
(and-let* ((x 1) (x (+ x 1))) x) ; => 2
(and-let* ((x 1) ((> x 1)))) ; => #f

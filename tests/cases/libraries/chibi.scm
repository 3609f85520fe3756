;;; (chibi): R7RS and what programs for chibi-scheme find beside it.
(import (chibi))
(list (inexact->exact 2.0) (exact->inexact 1/2)) ; => (2 0.5)
(list (any even? '(1 2)) (every even? '(2 3)) (find even? '(1 2 3)) (find-tail even? '(1 2 3))) ; => (#t #f 2 (2 3))
(call-with-output-string (lambda (out) (write 'a out))) ; => "a"
(call-with-input-string "(1 2)" read) ; => (1 2)

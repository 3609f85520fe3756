;;; (srfi 8) (srfi 9) (srfi 26) (srfi 28) (srfi 39).
(import (scheme base) (srfi 8) (srfi 9) (srfi 26) (srfi 28) (srfi 39))
(receive (a b . c) (values 1 2 3 4) (list a b c)) ; => (1 2 (3 4))
(receive all (values 1 2) all) ; => (1 2)
(define-record-type thing (make-thing x) thing? (x thing-x))
(thing-x (make-thing 5)) ; => 5
((cut cons (+ 1 2) <>) 4) ; => (3 . 4)
((cut <> 1 2) +) ; => 3
((cut list)) ; => ()
((cut list <> 'x <>) 1 2) ; => (1 x 2)
((cut + 1 <...>) 2 3) ; => 6
(let ((n 0)) (let ((f (cute list (begin (set! n (+ n 1)) n) <>))) (f 'a) (f 'b))) ; => (1 b)
(let ((n 0)) (let ((f (cut list (begin (set! n (+ n 1)) n) <>))) (f 'a) (f 'b))) ; => (2 b)
((cute <> <...>) list 1 2) ; => (1 2)
(format "Hello, ~a~%" "World") ; => "Hello, World\n"
(format "~s" "World") ; => "\"World\""
(format "~a") ; error: error: format: too few arguments
(format "~q" 1) ; error: error: format: unknown directive
(format "100~~") ; => "100~"
(format "~") ; error: error: format: the template ends after ~
(let ((p (make-parameter 1))) (parameterize ((p 2)) (p))) ; => 2

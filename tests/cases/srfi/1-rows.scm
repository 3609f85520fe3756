;;; Lists of lists by rows and by columns: `zip`, and `map` with `list` over many lists.
(import (scheme base) (srfi 1))
(define rows '((1 2 3) (4 5 6) (7 8 9) (10 11 12)))
(define endless (circular-list 0))
(define (transposed l) (apply map list l))
(define (every-other f) (map f '(1 2) '(3 4) '(5 6) '(7 8)))
(transposed rows) ; => ((1 4 7 10) (2 5 8 11) (3 6 9 12))
(transposed (transposed rows)) ; => ((1 2 3) (4 5 6) (7 8 9) (10 11 12))
(equal? (apply zip rows) (transposed rows)) ; => #t
(zip '(1 2 3) '(a b c) '(x y)) ; => ((1 a x) (2 b y))
(zip '(1 2) endless '(3 4 5)) ; => ((1 0 3) (2 0 4))
(map list '(1) '(2 3) '() '(4)) ; => ()
(map list '(1 2) '(3 4) '(5 6) '(7 8 . 9)) ; => ((1 3 5 7) (2 4 6 8))
(every-other list) ; => ((1 3 5 7) (2 4 6 8))
(every-other vector) ; => (#(1 3 5 7) #(2 4 6 8))
(let ((made (zip '(1) '(2) '(3)))) (set-car! (car made) 0) made) ; => ((0 2 3))
(let ((list vector)) (map list '(1) '(2) '(3) '(4))) ; => (#(1 2 3 4))
(zip endless endless endless) ; error: type: zip

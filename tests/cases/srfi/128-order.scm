;;; (srfi 128): the order of the default comparator over all kinds of data, nested, and with what is registered.
(import (scheme base) (srfi 128) (srfi 132))
(define c (make-default-comparator))
(<? c '() '(1) #f #t #\a #\b "a" "b" 'a 'b 1 2.5 #() #(9) #(1 0) #u8() #u8(9) #u8(0 1)) ; => #t
(list-sort (lambda (a b) (<? c a b)) '((2 "b") (1) (2 "a") () (2 a) (2))) ; => (() (1) (2) (2 "a") (2 "b") (2 a))
(list (<? c '(1 2 3) '(1 2 4)) (<? c '(1 2 4) '(1 2 3)) (<? c '(1 2) '(1 2)) (<? c '(1 . 2) '(1 2))) ; => (#t #f #f #f)
(list (<? c #(1 (2 "x")) #(1 (2 "y"))) (<? c #(1 (2 "y")) #(1 (2 "x"))) (<? c #((#f)) #((#t)))) ; => (#t #f #t)
(list (<? c 1/2 1) (<? c '(1/2) '(0.25)) (<? c '(1/2) '("a")) (<? c "a" 1/2)) ; => (#t #f #f #t)
(list (<? c +nan.0 1) (<? c 1 +nan.0) (<? c '(+nan.0 1) '(+nan.0 2)) (=? c '(+nan.0) '(+nan.0))) ; => (#f #f #f #f)
(list (=? c '(1 2.0) '(1.0 2)) (=? c '(1 "a" #(b)) (list 1 (string #\a) (vector 'b))) (=? c #(1) #(1 2)) (=? c '(1) 1)) ; => (#t #t #f #f)
(define-record-type box (make-box n) box? (n box-n))
(comparator-register-default! (make-comparator box? (lambda (a b) (= (box-n a) (box-n b))) (lambda (a b) (< (box-n a) (box-n b))) (lambda (x) 0)))
(list (<? c (make-box 1) (make-box 2)) (<? c (list 1 (make-box 2)) (list 1 (make-box 1))) (<? c (list 1 (make-box 2)) (list 2 (make-box 1)))) ; => (#t #f #t)
(list (=? c (make-box 1) (make-box 1)) (=? c (list (make-box 1)) (list (make-box 1))) (=? c (vector (make-box 1)) (vector (make-box 2)))) ; => (#t #t #f)

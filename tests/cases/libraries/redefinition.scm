;;; A file may redefine what it imported, and that holds in the whole file.
(define (uses-it x) (square x))
(define (square x) (list 'mine x))
(uses-it 3) ; => (mine 3)
(vector-map square #(1)) ; => #((mine 1))

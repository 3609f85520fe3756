;; SRFI 39
(make-parameter 10 (lambda (n) (* n 2))) (x) => 20
(make-parameter 7) (let* ((before (x)) (set (x 8))) (list before (x))) => (7 8)

;;; R7RS 5.5.
(define-record-type pare (kons x y) pare? (x kar set-kar!) (y kdr))
(pare? (kons 1 2)) ; => #t
(pare? (cons 1 2)) ; => #f
(kar (kons 1 2)) ; => 1
(kdr (kons 1 2)) ; => 2
(let ((k (kons 1 2))) (set-kar! k 3) (kar k)) ; => 3
(define-record-type <point> (make-point y) point? (x point-x point-x!) (y point-y))
(point-y (make-point 5)) ; => 5
(let ((p (make-point 5))) (point-x! p 1) (point-x p)) ; => 1
(point? (kons 1 2)) ; => #f
(vector? (kons 1 2)) ; => #f
(define-record-type empty (make-empty) empty?)
(empty? (make-empty)) ; => #t
(kar (make-empty)) ; error: type: kar: wanted
(kar 5) ; error: type: kar: wanted
(kons 1) ; error: arity: kons
(set-kar! 'a 1) ; error: type: set-kar!
(let () (define-record-type local (make-local v) local? (v local-v)) (local-v (make-local 'inside))) ; => inside
(equal? (kons 1 2) (kons 1 2)) ; => #f

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
(define-record-type long (make-long a b c d e f g h) long?
  (a long-a) (b long-b) (c long-c) (d long-d) (e long-e) (f long-f) (g long-g)
  (h long-h set-long-h!))
(let ((l (make-long 1 2 3 4 5 6 7 8)))
  (set-long-h! l (+ (long-h l) 1))
  (list (long? l) (long-a l) (long-h l))) ; => (#t 1 9)
(define-record-type longer (make-longer a b c d e f g h i) longer?
  (a longer-a) (b longer-b) (c longer-c) (d longer-d) (e longer-e)
  (f longer-f) (g longer-g) (h longer-h) (i longer-i))
(let ((l (make-longer 1 2 3 4 5 6 7 8 9))) (list (longer-a l) (longer-i l))) ; => (1 9)

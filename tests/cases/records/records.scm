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
(define-record-type longest (make-longest a b c d e f g h i j) longest?
  (a longest-a) (b longest-b) (c longest-c) (d longest-d) (e longest-e) (f longest-f) (g longest-g)
  (h longest-h set-longest-h!) (i longest-i) (j longest-j set-longest-j!))
(let ((l (make-longest 1 2 3 4 5 6 7 8 9 10)))
  (set-longest-j! l (+ (longest-j l) (longest-i l)))
  (set-longest-h! l 0)
  (list (longest-h l) (longest-i l) (longest-j l))) ; => (0 9 19)

;; The type of what a variable holds is asked for once wherever one comes only from there.
(define (sum p) (let* ((x (kar p)) (y (kdr p))) (set-kar! p 10) (+ x y (kar p))))
(sum (kons 1 2)) ; => 13
(sum 5) ; error: type: kar: wanted a pare, got 5
(sum (make-empty)) ; error: type: kar: wanted a pare
(define (second p) (if (pare? p) (kdr p) 'none))
(list (second (kons 1 2)) (second 5) (second (make-empty))) ; => (2 none none)
(define (not-second p) (if (not (pare? p)) 'none (kdr p)))
(list (not-second (kons 1 2)) (not-second 5)) ; => (2 none)
(define (perhaps p known) (if known (kar p)) (kdr p))
(perhaps (kons 1 2) #t) ; => 2
(perhaps (kons 1 2) #f) ; => 2
(perhaps 5 #f) ; error: type: kdr: wanted a pare, got 5
(perhaps (make-empty) #f) ; error: type: kdr: wanted a pare
(define (either p q) (if (or (pare? p) (pare? q)) (kdr p) 'none))
(either (kons 1 2) 5) ; => 2
(either 5 (kons 1 2)) ; error: type: kdr: wanted a pare, got 5
(define (both p q) (if (and (pare? p) (pare? q)) (+ (kdr p) (kdr q)) 'none))
(list (both (kons 1 2) (kons 3 4)) (both (kons 1 2) (make-empty))) ; => (6 none)
(define (refusing p) (if (not (pare? p)) (error "no pare" p)) (kdr p))
(refusing (kons 1 2)) ; => 2
(refusing (make-empty)) ; error: error: no pare
(define (again p) (let loop ((i 0) (q p)) (if (= i 2) (list (kar p) (kar q)) (loop (+ i (kar p)) (if (= i 0) q (make-empty))))))
(again (kons 2 3)) ; => (2 2)
(again (kons 1 3)) ; error: type: kar: wanted a pare
(define (changing p) (let ((x (kar p))) (set! p (make-empty)) (kdr p)))
(changing (kons 1 2)) ; error: type: kdr: wanted a pare
(define (later p) (let ((x (kar p))) (lambda () (set-kar! p (+ x 1)) (kar p))))
((later (kons 1 2))) ; => 2
(define (made x) (let ((p (kons x 1))) (set-kar! p (+ (kar p) (kdr p))) p))
(kar (made 5)) ; => 6
(define (other p) (let ((q p)) (let ((x (kar p))) (list x (kdr q)))))
(other (kons 1 2)) ; => (1 2)
(other 'x) ; error: type: kar: wanted a pare, got x
(define (one-or-other p) (cond ((pare? p) (kar p)) ((empty? p) (kar p)) (else (kdr p))))
(one-or-other (kons 1 2)) ; => 1
(one-or-other (make-empty)) ; error: type: kar: wanted a pare
(one-or-other 1) ; error: type: kdr: wanted a pare
(define (two-kinds)
  (define-record-type thing (make-thing v) thing? (v thing-v))
  (list make-thing thing? thing-v))
(let ((a (two-kinds)) (b (two-kinds)))
  (define mine ((car a) 1))
  (list ((cadr a) mine) ((cadr b) mine) ((list-ref a 2) mine))) ; => (#t #f 1)
(let ((a (two-kinds)) (b (two-kinds))) ((list-ref b 2) ((car a) 1))) ; error: type: thing-v: wanted a thing
(define (escaping p) (call/cc (lambda (k) (if (pare? p) (k (kar p))) (kdr p))))
(escaping (kons 1 2)) ; => 1
(escaping 7) ; error: type: kdr: wanted a pare, got 7
(define (guarded p) (guard (e (#t (kdr p))) (kar p) (raise 'x)))
(guarded (kons 1 2)) ; => 2
(guarded 8) ; error: type: kdr: wanted a pare, got 8

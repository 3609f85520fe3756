;;; A continuation that is called where something follows: a loop by a label.

(define (count n)
  (let ((i 0) (again #f) (s 0))
    (call/cc (lambda (k) (set! again k)))
    (set! s (+ s i))
    (set! i (+ i 1))
    (if (< i n) (again #f))
    s))
(count 3) ; => 3
(count 100) ; => 4950

; its operand fails, at last
(define (count-in v)
  (let ((i 0) (again #f) (s 0))
    (let ((x (call/cc (lambda (k) (set! again k) 0))))
      (set! s (+ s x))
      (set! i (+ i 1))
      (if (< i 100) (again (vector-ref v i)))
      s)))
(count-in (make-vector 100 2)) ; => 198
(count-in (make-vector 40 2)) ; error: range: vector-ref: argument 2: wanted an index from 0 to 39, got 40
(guard (e ((error-object? e) 'caught)) (count-in (make-vector 40 2))) ; => caught

; it is another thing at last
(define (count-to-other n other)
  (let ((i 0) (again #f))
    (call/cc (lambda (k) (set! again k)))
    (set! i (+ i 1))
    (if (= i n) (set! again other))
    (if (<= i n) (list i (again #f)) 'never)))
(count-to-other 40 (lambda (x) (list 'other x))) ; => (40 (other #f))
(count-to-other 40 5) ; error: type: call: wanted a procedure, got 5

; out of a dynamic-wind, and in again
(define trace '())
(define (wound n)
  (set! trace '())
  (let ((i 0) (again #f))
    (dynamic-wind
      (lambda () (set! trace (cons 'in trace)))
      (lambda () (call/cc (lambda (k) (set! again k))) (set! i (+ i 1)))
      (lambda () (set! trace (cons 'out trace))))
    (if (< i n) (again #f))
    (list i (length trace))))
(wound 30) ; => (30 60)

; each that was captured is its own
(define (nested n)
  (let ((outer #f) (i 0) (total 0))
    (call/cc (lambda (k) (set! outer k)))
    (let ((j 0) (inner #f))
      (call/cc (lambda (k) (set! inner k)))
      (set! total (+ total 1))
      (set! j (+ j 1))
      (if (< j n) (inner #f)))
    (set! i (+ i 1))
    (if (< i n) (outer #f))
    total))
(nested 20) ; => 400

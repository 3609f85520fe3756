;;; Constructors of (srfi 158).

(define %eof (eof-object))

;;> (generator x ...) -> a generator of those objects
;;> (generator->list (generator 1 2 3)) => (1 2 3)
(define (generator . xs) (list->generator xs))

;;> (circular-generator x ...) -> the same, again and again
;;> (generator->list (circular-generator 1 2) 5) => (1 2 1 2 1)
(define (circular-generator first . rest)
  (let* ((all (cons first rest)) (l all))
    (lambda ()
      (let ((x (car l)))
        (set! l (if (null? (cdr l)) all (cdr l)))
        x))))

;;> (make-iota-generator count [start [step]]) -> count numbers from start on
;;> (generator->list (make-iota-generator 3 8 2)) => (8 10 12)
(define make-iota-generator
  (case-lambda
    ((count) (make-iota-generator count 0 1))
    ((count start) (make-iota-generator count start 1))
    ((count start step)
     (if (and (exact-integer? count) (exact-integer? start)
              (exact-integer? step) (< 0 count) (not (= step 0)))
         (%generator-counted start count step)
         (%multiples count start step)))))

;; More than anybody asks for.
(define %many (expt 2 62))

;; Each number is a product, so that inexact steps do not add up their errors.
(define (%multiples count start step)
  (let ((i 0))
    (lambda ()
      (if (< i count)
          (let ((x (+ start (* i step))))
            (set! i (+ i 1))
            x)
          %eof))))

;;> (make-range-generator start [end [step]]) -> numbers from start on, below
;;> end
;;> (generator->list (make-range-generator 3 8 2)) => (3 5 7)
(define make-range-generator
  (case-lambda
    ((start) (make-range-generator start #f 1))
    ((start end) (make-range-generator start end 1))
    ((start end step)
     (cond
       ((and (exact-integer? start) (or (not end) (exact-integer? end))
             (exact-integer? step) (< 0 step))
        (%generator-counted
         start
         (if end (max 0 (quotient (+ (- end start) (- step 1)) step)) %many)
         step))
       (end
         (lambda ()
           (if (< start end)
               (let ((x start))
                 (set! start (+ x step))
                 x)
               %eof)))
       (else
         (lambda ()
           (let ((x start))
             (set! start (+ x step))
             x)))))))

;;> (make-coroutine-generator proc) -> a generator of what (proc yield) yields
;;> (generator->list (make-coroutine-generator (lambda (yield) (yield 1) (yield
;;>   2)))) => (1 2)
(define (make-coroutine-generator proc)
  ;; proc must stop in the middle of (yield x) and go on there later. Where it
  ;; can be one of the host's generators it is, and else this:
  (define return #f)            ; to whoever asks for the value at hand
  (define resume #f)            ; goes on there; #f while proc runs, and then
  (define (yield x)
    (call/cc
     (lambda (k)
       (let ((back (way-back)))
         (set! resume (lambda () ((%rebased k back) #f)))
         (back x)))))
  (define (way-back) (or return (%way-back native)))
  (define (end) ((way-back) %eof))
  (define (pull)
    (if resume
        (call/cc
         (lambda (k)
           (let ((go-on resume))
             (set! return k)
             (set! resume #f)
             (go-on))))
        %eof))
  (define native (%native-coroutine proc yield end pull))
  (or native
      (begin
        (set! resume (lambda () (proc yield) (end)))
        pull)))

;;> (list->generator list), (vector->generator vector [start [end]]),
;;> (reverse-vector->generator ...) from the end, (string->generator ...),
;;> (bytevector->generator ...) -> the elements of that range
;;> (generator->list (string->generator "abc" 1)) => (#\b #\c)
;;> (generator->list (reverse-vector->generator #(1 2 3))) => (3 2 1)
;; These are primitives, which who wants many values at once asks so.

;;> (make-for-each-generator for-each collection) -> the elements of a
;;> collection that for-each walks; without a collection, a procedure that takes
;;> one
;;> (generator->list (make-for-each-generator vector-for-each #(1 2)))
;;>   => (1 2)
(define make-for-each-generator
  (case-lambda
    ((walk collection)
     (cond ((eq? walk for-each) (list->generator collection))
           ((eq? walk vector-for-each) (vector->generator collection))
           ((eq? walk string-for-each) (string->generator collection))
           (else
            (make-coroutine-generator
             (lambda (yield) (walk yield collection))))))
    ((walk)
     (lambda (collection) (make-for-each-generator walk collection)))))

;;> (make-unfold-generator stop? mapper successor seed) -> the mapped seeds
;;> (generator->list (make-unfold-generator (lambda (s) (> s 3)) - (lambda (s)
;;>   (+ s 1)) 1)) => (-1 -2 -3)
(define (make-unfold-generator stop? mapper successor seed)
  (lambda ()
    (if (stop? seed)
        %eof
        (let ((x (mapper seed)))
          (set! seed (successor seed))
          x))))

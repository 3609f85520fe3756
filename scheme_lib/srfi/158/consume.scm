;;; Consumers and accumulators of (srfi 158).

;; What g gives until it ends, or the first k of that, finished: all at once
;; where g has it ready.
(define-syntax %gathered
  (syntax-rules ()
    ((_ finished g)
     (let ((known (%generator-taken g)))
       (if known
           (finished known)
           (let loop ((xs (%collector)))
             (let ((x (g)))
               (if (eof-object? x)
                   (finished xs)
                   (loop (%collect xs x))))))))
    ((_ finished g k)
     (let ((known (%generator-taken g k)))
       (if known
           (finished known)
           (let loop ((i 0) (xs (%collector)))
             (if (< i k)
                 (let ((x (g)))
                   (if (eof-object? x)
                       (finished xs)
                       (loop (+ i 1) (%collect xs x))))
                 (finished xs))))))))

;;> (generator->list generator [k]) -> the (first k) values
;;> (generator->list (generator 1 2 3) 2) => (1 2)
(define generator->list
  (case-lambda
    ((g) (%gathered %collected g))
    ((g k) (%gathered %collected g k))))

;;> (generator->reverse-list generator [k]) -> the same, last first
;;> (generator->reverse-list (generator 1 2 3)) => (3 2 1)
(define generator->reverse-list
  (case-lambda
    ((g) (%gathered %collected-reversed g))
    ((g k) (%gathered %collected-reversed g k))))

;;> (generator->vector generator [k]) -> the same in a vector
;;> (generator->vector (generator 1 2)) => #(1 2)
(define generator->vector
  (case-lambda
    ((g) (%gathered %collected-vector g))
    ((g k) (%gathered %collected-vector g k))))

;;> (generator->vector! vector at generator) -> how many values went into the
;;> vector from there on
;;> (let ((v (vector 0 0 0))) (list (generator->vector! v 1 (generator 7 8 9))
;;>   v)) => (2 #(0 7 8))
(define (generator->vector! v at g)
  (let* ((n (vector-length v)) (known (%generator-taken g (- n at))))
    (if known
        (let ((part (%collected-vector known)))
          (vector-copy! v at part)
          (vector-length part))
        (let loop ((i at))
          (if (= i n)
              (- i at)
              (let ((x (g)))
                (cond ((eof-object? x) (- i at))
                      (else (vector-set! v i x)
                            (loop (+ i 1))))))))))

;;> (generator->string generator [k]) -> characters as a string
;;> (generator->string (generator #\a #\b)) => "ab"
(define generator->string
  (case-lambda
    ((g) (%gathered %members-string g))
    ((g k) (%gathered %members-string g k))))

;; What is done with a value of each, or else where one has ended.
(define-syntax %with-both
  (syntax-rules ()
    ((_ g1 g2 otherwise (x y) then)
     (let ((x (g1)))
       (if (eof-object? x)
           otherwise
           (let ((y (g2)))
             (if (eof-object? y) otherwise then)))))))

;;> (generator-fold f seed generator1 generator2 ...) -> (f x ... state) from
;;> the first to the last
;;> (generator-fold + 0 (generator 1 2 3)) => 6
(define generator-fold
  (case-lambda
    ((f seed g)
     (let loop ((state seed))
       (let ((x (g)))
         (if (eof-object? x)
             state
             (loop (f x state))))))
    ((f seed g1 g2)
     (let loop ((state seed))
       (%with-both g1 g2 state (x y) (loop (f x y state)))))
    ((f seed generator1 . more)
     (let ((generators (cons generator1 more)))
       (let loop ((state seed))
         (let ((xs (%nexts generators)))
           (if (eof-object? xs)
               state
               (loop (apply f (append xs (list state)))))))))))

;;> (generator-map->list f generator1 generator2 ...) -> the results of f
;;> (generator-map->list - (generator 1 2)) => (-1 -2)
(define generator-map->list
  (case-lambda
    ((f g)
     (let loop ((xs (%collector)))
       (let ((x (g)))
         (if (eof-object? x)
             (%collected xs)
             (loop (%collect xs (f x)))))))
    ((f g1 g2)
     (let loop ((xs (%collector)))
       (%with-both g1 g2 (%collected xs) (x y)
                   (let ((made (f x y)))
                     (if (eof-object? made)
                         (%collected xs)
                         (loop (%collect xs made)))))))
    ((f generator1 . more)
     (generator->list (apply gmap f generator1 more)))))

;;> (generator-for-each f generator1 generator2 ...) calls f on the values
;;> (let ((n 0)) (generator-for-each (lambda (x) (set! n (+ n x))) (generator 1
;;>   2)) n) => 3
(define generator-for-each
  (case-lambda
    ((f g)
     (let loop ()
       (let ((x (g)))
         (when (not (eof-object? x))
           (f x)
           (loop)))))
    ((f g1 g2)
     (let loop ()
       (%with-both g1 g2 (if #f #f) (x y)
                   (begin (f x y) (loop)))))
    ((f generator1 . more)
     (let ((generators (cons generator1 more)))
       (let loop ()
         (let ((xs (%nexts generators)))
           (when (not (eof-object? xs))
             (apply f xs)
             (loop))))))))

;;> (generator-find pred generator) -> the first value that satisfies pred, or
;;> #f
;;> (generator-find even? (generator 1 2 3)) => 2
(define (generator-find pred g)
  (let loop ()
    (let ((x (g)))
      (if (eof-object? x)
          #f
          (if (pred x) x (loop))))))

;;> (generator-count pred generator) -> how many values satisfy pred
;;> (generator-count odd? (generator 1 2 3)) => 2
(define (generator-count pred g)
  (let loop ((n 0))
    (let ((x (g)))
      (if (eof-object? x)
          n
          (loop (if (pred x) (+ n 1) n))))))

;;> (generator-any pred generator) -> the first true value of pred, or #f
;;> (generator-any (lambda (x) (and (even? x) (- x))) (generator 1 2)) => -2
(define (generator-any pred g)
  (let loop ()
    (let ((x (g)))
      (if (eof-object? x)
          #f
          (or (pred x) (loop))))))

;;> (generator-every pred generator) -> the last value of pred, or #f as soon
;;> as it is false
;;> (generator-every odd? (generator 1 2)) => #f
(define (generator-every pred g)
  (let loop ((last #t))
    (let ((x (g)))
      (if (eof-object? x)
          last
          (let ((y (pred x)))
            (and y (loop y)))))))

;;> (generator-unfold generator unfold arg ...) -> (unfold eof-object? identity
;;> next first arg ...): builds what unfold builds
;;> (generator-unfold (generator 1 2) (lambda (stop? f next seed) (if (stop?
;;>   seed) 'none (f seed)))) => 1
(define (generator-unfold g unfold . args)
  (apply unfold eof-object? (lambda (x) x) (lambda (x) (g)) (g) args))

;;> (make-accumulator kons knil finish) -> a procedure that takes values, and
;;> at end of file gives (finish state)
;;> (let ((a (make-accumulator * 1 -))) (a 2) (a 3) (a (eof-object))) => -6
(define (make-accumulator kons knil finish)
  (let ((state knil))
    (lambda (x)
      (if (eof-object? x)
          (finish state)
          (set! state (kons x state))))))

;;> (count-accumulator), (sum-accumulator), (product-accumulator),
;;> (list-accumulator), (reverse-list-accumulator), (vector-accumulator),
;;> (reverse-vector-accumulator), (string-accumulator) -> that accumulator
;;> (let ((a (list-accumulator))) (a 1) (a 2) (a (eof-object))) => (1 2)
;; Those that keep what they take are primitives.
(define (count-accumulator)
  (let ((n 0))
    (lambda (x)
      (if (eof-object? x)
          n
          (set! n (+ n 1))))))

(define (sum-accumulator)
  (let ((sum 0))
    (lambda (x)
      (if (eof-object? x)
          sum
          (set! sum (+ x sum))))))

(define (product-accumulator)
  (let ((product 1))
    (lambda (x)
      (if (eof-object? x)
          product
          (set! product (* x product))))))

;;> (bytevector-accumulator) -> takes bytes and bytevectors
;;> (let ((a (bytevector-accumulator))) (a 1) (a #u8(2 3)) (a (eof-object)))
;;>   => #u8(1 2 3)

;;> (vector-accumulator! vector at) -> puts the values into the vector
;;> (let* ((v (vector 0 0)) (a (vector-accumulator! v 1))) (a 5) (a
;;>   (eof-object))) => #(0 5)
(define (vector-accumulator! v at)
  (lambda (x)
    (cond ((eof-object? x) v)
          (else (vector-set! v at x)
                (set! at (+ at 1))))))

;;> (bytevector-accumulator! bytevector at) -> puts bytes and bytevectors there
;;> (let* ((b (bytevector 0 0)) (a (bytevector-accumulator! b 0))) (a 5) (a
;;>   (eof-object))) => #u8(5 0)
(define (bytevector-accumulator! b at)
  (lambda (x)
    (cond ((eof-object? x) b)
          ((bytevector? x)
           (bytevector-copy! b at x)
           (set! at (+ at (bytevector-length x))))
          (else (bytevector-u8-set! b at x)
                (set! at (+ at 1))))))

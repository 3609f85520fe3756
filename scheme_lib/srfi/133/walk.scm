;;; Predicates, iteration and searching of (srfi 133). Of several vectors the
;;; shortest decides.

(define (%shortest vectors) (apply min (map vector-length vectors)))

(define (%column vectors i) (%elements-at vectors i))

;;> (vector-empty? vector) -> has it no elements?
;;> (vector-empty? #(a)) => #f
(define (vector-empty? v) (= 0 (vector-length v)))

(define (%vector=2 same? a b)
  (let ((n (vector-length a)))
    (and (= n (vector-length b))
         (let loop ((i (if (%foreseen? same?) (%agreeing same? a b) 0)))
           (or (= i n)
               (and (same? (vector-ref a i) (vector-ref b i))
                    (loop (+ i 1))))))))

;;> (vector= same? vector ...) -> are neighbours alike element by element?
;;> (vector= eq? #(a b) #(a b)) => #t
(define (vector= same? . vectors)
  (or (null? vectors)
      (let loop ((a (car vectors)) (rest (cdr vectors)))
        (or (null? rest)
            (and (%vector=2 same? a (car rest))
                 (loop (car rest) (cdr rest)))))))

;;> (vector-fold kons knil vector1 vector2 ...) -> kons applied from the left;
;;> the state is its first argument
;;> (vector-fold (lambda (l x) (cons x l)) '() #(1 2 3)) => (3 2 1)
(define vector-fold
  (case-lambda
    ((kons knil v)
     (let ((n (vector-length v)))
       (let loop ((i 0) (state knil))
         (if (< i n)
             (loop (+ i 1) (kons state (vector-ref v i)))
             state))))
    ((kons knil v w)
     (let ((n (min (vector-length v) (vector-length w))))
       (let loop ((i 0) (state knil))
         (if (< i n)
             (loop (+ i 1) (kons state (vector-ref v i) (vector-ref w i)))
             state))))
    ((kons knil . vectors)
     (let ((n (%shortest vectors)))
       (let loop ((i 0) (state knil))
         (if (< i n)
             (loop (+ i 1) (apply kons state (%column vectors i)))
             state))))))

;;> (vector-fold-right kons knil vector1 vector2 ...) -> from the right
;;> (vector-fold-right (lambda (l x) (cons x l)) '() #(1 2 3)) => (1 2 3)
(define vector-fold-right
  (case-lambda
    ((kons knil v)
     (let loop ((i (- (vector-length v) 1)) (state knil))
       (if (< i 0)
           state
           (loop (- i 1) (kons state (vector-ref v i))))))
    ((kons knil v w)
     (let loop ((i (- (min (vector-length v) (vector-length w)) 1))
                (state knil))
       (if (< i 0)
           state
           (loop (- i 1) (kons state (vector-ref v i) (vector-ref w i))))))
    ((kons knil . vectors)
     (let loop ((i (- (%shortest vectors) 1)) (state knil))
       (if (< i 0)
           state
           (loop (- i 1) (apply kons state (%column vectors i))))))))

;;> (vector-map! f vector1 vector2 ...) puts the results into vector1
;;> (let ((v (vector 1 2))) (vector-map! - v) v) => #(-1 -2)
(define vector-map!
  (case-lambda
    ((f v)
     (let ((n (vector-length v)))
       (let loop ((i 0))
         (when (< i n)
           (vector-set! v i (f (vector-ref v i)))
           (loop (+ i 1))))))
    ((f v . more)
     (let* ((vectors (cons v more)) (n (%shortest vectors)))
       (let loop ((i 0))
         (when (< i n)
           (vector-set! v i (apply f (%column vectors i)))
           (loop (+ i 1))))))))

;;> (vector-count pred vector1 vector2 ...) -> for how many positions pred
;;> holds
;;> (vector-count < #(1 3 6 9) #(2 4 6 8 10)) => 2
(define vector-count
  (case-lambda
    ((pred v)
     (let ((n (vector-length v)))
       (let loop ((i 0) (found 0))
         (if (< i n)
             (loop (+ i 1) (if (pred (vector-ref v i)) (+ found 1) found))
             found))))
    ((pred v w)
     (let ((n (min (vector-length v) (vector-length w))))
       (let loop ((i 0) (found 0))
         (if (< i n)
             (loop (+ i 1)
                   (if (pred (vector-ref v i) (vector-ref w i))
                       (+ found 1)
                       found))
             found))))
    ((pred . vectors)
     (let ((n (%shortest vectors)))
       (let loop ((i 0) (found 0))
         (cond ((= i n) found)
               ((apply pred (%column vectors i)) (loop (+ i 1) (+ found 1)))
               (else (loop (+ i 1) found))))))))

;;> (vector-cumulate f knil vector) -> the successive states of a fold
;;> (vector-cumulate + 0 #(3 1 4)) => #(3 4 8)
(define (vector-cumulate f knil v)
  (let ((n (vector-length v)))
    (let loop ((i 0) (state knil) (states (%collector)))
      (if (< i n)
          (let ((state (f state (vector-ref v i))))
            (loop (+ i 1) state (%collect states state)))
          (%collected-vector states)))))

;;> (vector-index pred vector1 vector2 ...) -> the first position where pred
;;> holds, or #f
;;> (vector-index even? #(3 1 4 1 5)) => 2
(define vector-index
  (case-lambda
    ((pred v)
     (let ((n (vector-length v)))
       (let loop ((i 0))
         (and (< i n)
              (if (pred (vector-ref v i))
                  i
                  (loop (+ i 1)))))))
    ((pred v w)
     (let ((n (min (vector-length v) (vector-length w))))
       (let loop ((i 0))
         (and (< i n)
              (if (pred (vector-ref v i) (vector-ref w i))
                  i
                  (loop (+ i 1)))))))
    ((pred . vectors)
     (let ((n (%shortest vectors)))
       (let loop ((i 0))
         (and (< i n)
              (if (apply pred (%column vectors i))
                  i
                  (loop (+ i 1)))))))))

;;> (vector-index-right pred vector1 vector2 ...) -> the last such position
;;> (vector-index-right odd? #(3 1 4 1 5)) => 4
(define vector-index-right
  (case-lambda
    ((pred v)
     (let loop ((i (- (vector-length v) 1)))
       (and (>= i 0)
            (if (pred (vector-ref v i))
                i
                (loop (- i 1))))))
    ((pred v . more)
     (let ((vectors (cons v more)))
       (if (not (apply = (map vector-length vectors)))
           (error "vector-index-right: wanted vectors of one length"))
       (let loop ((i (- (vector-length v) 1)))
         (and (>= i 0)
              (if (apply pred (%column vectors i))
                  i
                  (loop (- i 1)))))))))

;;> (vector-skip pred vector1 vector2 ...) -> the first position where pred
;;> does not hold, or #f
;;> (vector-skip number? #(1 2 a b)) => 2
(define vector-skip
  (case-lambda
    ((pred v)
     (let ((n (vector-length v)))
       (let loop ((i 0))
         (and (< i n)
              (if (not (pred (vector-ref v i)))
                  i
                  (loop (+ i 1)))))))
    ((pred v w)
     (let ((n (min (vector-length v) (vector-length w))))
       (let loop ((i 0))
         (and (< i n)
              (if (not (pred (vector-ref v i) (vector-ref w i)))
                  i
                  (loop (+ i 1)))))))
    ((pred . vectors)
     (let ((n (%shortest vectors)))
       (let loop ((i 0))
         (and (< i n)
              (if (not (apply pred (%column vectors i)))
                  i
                  (loop (+ i 1)))))))))

;;> (vector-skip-right pred vector1 vector2 ...) -> the last such position
;;> (vector-skip-right number? #(1 2 a 3)) => 2
(define vector-skip-right
  (case-lambda
    ((pred v)
     (let loop ((i (- (vector-length v) 1)))
       (and (>= i 0)
            (if (not (pred (vector-ref v i)))
                i
                (loop (- i 1))))))
    ((pred v . more)
     (let ((vectors (cons v more)))
       (if (not (apply = (map vector-length vectors)))
           (error "vector-skip-right: wanted vectors of one length"))
       (let loop ((i (- (vector-length v) 1)))
         (and (>= i 0)
              (if (not (apply pred (%column vectors i)))
                  i
                  (loop (- i 1)))))))))

;;> (vector-binary-search vector x compare) -> the position of x in the sorted
;;> vector, or #f; (compare element x) is negative, 0 or positive
;;> (vector-binary-search #(1 3 5 7) 5 -) => 2
(define (vector-binary-search v x compare)
  (let loop ((start 0) (end (vector-length v)))
    (and (< start end)
         (let* ((i (quotient (+ start end) 2))
                (sign (compare (vector-ref v i) x)))
           (cond ((= sign 0) i)
                 ((> sign 0) (loop start i))
                 (else (loop (+ i 1) end)))))))

;;> (vector-any pred vector1 vector2 ...) -> the first true value of pred, or
;;> #f
;;> (vector-any (lambda (x) (and (number? x) (- x))) #(a 1)) => -1
(define vector-any
  (case-lambda
    ((pred v)
     (let ((last (- (vector-length v) 1)))
       (and (>= last 0)
        (let loop ((i 0))
          (if (= i last)
              (pred (vector-ref v i))
              (or (pred (vector-ref v i))
                  (loop (+ i 1))))))))
    ((pred v w)
     (let ((last (- (min (vector-length v) (vector-length w)) 1)))
       (and (>= last 0)
        (let loop ((i 0))
          (if (= i last)
              (pred (vector-ref v i) (vector-ref w i))
              (or (pred (vector-ref v i) (vector-ref w i))
                  (loop (+ i 1))))))))
    ((pred . vectors)
     (let ((last (- (%shortest vectors) 1)))
       (and (>= last 0)
        (let loop ((i 0))
          (if (= i last)
              (apply pred (%column vectors i))
              (or (apply pred (%column vectors i))
                  (loop (+ i 1))))))))))

;;> (vector-every pred vector1 vector2 ...) -> the last value of pred, or #f
;;> (vector-every number? #(1 b)) => #f
(define vector-every
  (case-lambda
    ((pred v)
     (let ((last (- (vector-length v) 1)))
       (or (< last 0)
        (let loop ((i 0))
          (if (= i last)
              (pred (vector-ref v i))
              (and (pred (vector-ref v i))
                   (loop (+ i 1))))))))
    ((pred v w)
     (let ((last (- (min (vector-length v) (vector-length w)) 1)))
       (or (< last 0)
        (let loop ((i 0))
          (if (= i last)
              (pred (vector-ref v i) (vector-ref w i))
              (and (pred (vector-ref v i) (vector-ref w i))
                   (loop (+ i 1))))))))
    ((pred . vectors)
     (let ((last (- (%shortest vectors) 1)))
       (or (< last 0)
        (let loop ((i 0))
          (if (= i last)
              (apply pred (%column vectors i))
              (and (apply pred (%column vectors i))
                   (loop (+ i 1))))))))))

;;> (vector-partition pred vector) -> two values: the elements with those that
;;> satisfy pred in front, and how many those are
;;> (call-with-values (lambda () (vector-partition odd? #(1 2 3))) list)
;;>   => (#(1 3 2) 2)
(define (vector-partition pred v)
  (let ((n (vector-length v)))
    (let loop ((i 0) (in (%collector)) (out (%collector)) (count 0))
      (cond ((= i n)
             (values (vector-append (%collected-vector in)
                                    (%collected-vector out))
                     count))
            ((pred (vector-ref v i))
             (loop (+ i 1) (%collect in (vector-ref v i)) out (+ count 1)))
            (else
             (loop (+ i 1) in (%collect out (vector-ref v i)) count))))))

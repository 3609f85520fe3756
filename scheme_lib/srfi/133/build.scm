;;; Constructors, mutators and conversion of (srfi 133).

;; Usually there are no seeds, or few: in line, where f is known, this is a
;; loop.
(define-syntax %unfold
  (syntax-rules ()
    ((_ f length seed ...)
     (let loop ((i 0) (results (%collector)) (seed seed) ...)
       (if (< i length)
           (call-with-values
            (lambda () (f i seed ...))
            (lambda (x seed ...)
              (loop (+ i 1) (%collect results x) seed ...)))
           (%collected-vector results))))))

(define-syntax %unfold-right
  (syntax-rules ()
    ((_ f length seed ...)
     (let loop ((i (- length 1)) (results '()) (seed seed) ...)
       (if (>= i 0)
           (call-with-values
            (lambda () (f i seed ...))
            (lambda (x seed ...) (loop (- i 1) (cons x results) seed ...)))
           (list->vector results))))))

;;> (vector-unfold f length seed ...) -> the vector of what f gives for
;;> (f index seed ...): the element and the next seeds
;;> (vector-unfold (lambda (i x) (values x (- x 1))) 4 0) => #(0 -1 -2 -3)
(define vector-unfold
  (case-lambda
    ((f length)
     (let loop ((i 0) (results (%collector)))
       (if (< i length)
           (loop (+ i 1) (%collect results (f i)))
           (%collected-vector results))))
    ((f length a) (%unfold f length a))
    ((f length a b) (%unfold f length a b))
    ((f length . seeds)
     (let ((v (make-vector length 0)))
       (apply vector-unfold! f v 0 length seeds)
       v))))

;;> (vector-unfold-right f length seed ...) -> the same from the right
;;> (vector-unfold-right (lambda (i x) (values x (+ x 1))) 3 0) => #(2 1 0)
(define vector-unfold-right
  (case-lambda
    ((f length)
     (let loop ((i (- length 1)) (results '()))
       (if (>= i 0)
           (loop (- i 1) (cons (f i) results))
           (list->vector results))))
    ((f length a) (%unfold-right f length a))
    ((f length a b) (%unfold-right f length a b))
    ((f length . seeds)
     (let ((v (make-vector length 0)))
       (apply vector-unfold-right! f v 0 length seeds)
       v))))

;;> (vector-unfold! f vector start end seed ...) fills that range from the left
;;> (let ((v (vector 0 0 0))) (vector-unfold! (lambda (i) i) v 1 3) v)
;;>   => #(0 1 2)
(define vector-unfold!
  (case-lambda
    ((f v start end)
     (let loop ((i start))
       (when (< i end)
         (vector-set! v i (f i))
         (loop (+ i 1)))))
    ((f v start end seed)
     (let loop ((i start) (seed seed))
       (when (< i end)
         (call-with-values
          (lambda () (f i seed))
          (lambda (x seed)
            (vector-set! v i x)
            (loop (+ i 1) seed))))))
    ((f v start end . seeds)
     (let loop ((i start) (seeds seeds))
       (when (< i end)
         (call-with-values
          (lambda () (apply f i seeds))
          (lambda (x . seeds)
            (vector-set! v i x)
            (loop (+ i 1) seeds))))))))

;;> (vector-unfold-right! f vector start end seed ...) fills it from the right
;;> (let ((v (vector 0 0))) (vector-unfold-right! (lambda (i) i) v 0 2) v)
;;>   => #(0 1)
(define vector-unfold-right!
  (case-lambda
    ((f v start end)
     (let loop ((i (- end 1)))
       (when (>= i start)
         (vector-set! v i (f i))
         (loop (- i 1)))))
    ((f v start end seed)
     (let loop ((i (- end 1)) (seed seed))
       (when (>= i start)
         (call-with-values
          (lambda () (f i seed))
          (lambda (x seed)
            (vector-set! v i x)
            (loop (- i 1) seed))))))
    ((f v start end . seeds)
     (let loop ((i (- end 1)) (seeds seeds))
       (when (>= i start)
         (call-with-values
          (lambda () (apply f i seeds))
          (lambda (x . seeds)
            (vector-set! v i x)
            (loop (- i 1) seeds))))))))

;;> (vector-reverse-copy vector [start [end]]) -> that range, reversed
;;> (vector-reverse-copy #(5 4 3 2 1) 1 4) => #(2 3 4)
(define vector-reverse-copy
  (case-lambda
    ((v) (%vector-reverse v))
    ((v start) (%vector-reverse v start))
    ((v start end) (%vector-reverse v start end))))

;;> (vector-concatenate vectors) -> all of them in one vector
;;> (vector-concatenate '(#(a) #(b c))) => #(a b c)
(define (vector-concatenate vectors) (apply vector-append vectors))

;;> (vector-append-subvectors vector start end ...) -> those ranges in one
;;> (vector-append-subvectors #(a b c) 0 1 #(d e f) 1 3) => #(a e f)
(define (vector-append-subvectors . triples)
  (let loop ((l triples) (parts '()))
    (if (null? l)
        (vector-concatenate (reverse parts))
        (loop (cdr (cddr l))
              (cons (vector-copy (car l) (cadr l) (car (cddr l))) parts)))))

;;> (vector-swap! vector i j) exchanges two elements
;;> (let ((v (vector 1 2 3))) (vector-swap! v 0 2) v) => #(3 2 1)
(define (vector-swap! v i j)
  (let ((x (vector-ref v i)))
    (vector-set! v i (vector-ref v j))
    (vector-set! v j x)))

;;> (vector-reverse-copy! to at from [start [end]]) copies that range reversed
;;> (let ((v (vector 1 2 3))) (vector-reverse-copy! v 1 #(a b)) v) => #(1 b a)
(define vector-reverse-copy!
  (case-lambda
    ((to at from) (vector-copy! to at (%vector-reverse from)))
    ((to at from start) (vector-copy! to at (%vector-reverse from start)))
    ((to at from start end)
     (vector-copy! to at (%vector-reverse from start end)))))

;;> (reverse-vector->list vector [start [end]]) -> its elements, last first
;;> (reverse-vector->list #(1 2 3)) => (3 2 1)
(define reverse-vector->list
  (case-lambda
    ((v) (vector->list (%vector-reverse v)))
    ((v start) (vector->list (%vector-reverse v start)))
    ((v start end) (vector->list (%vector-reverse v start end)))))

;;> (reverse-list->vector list) -> a vector, last element first
;;> (reverse-list->vector '(1 2 3)) => #(3 2 1)
(define (reverse-list->vector list) (%vector-reverse (list->vector list)))

;;; Constructors, mutators and conversion of (srfi 133).

;; (start . end) of the optional arguments of a procedure over v.
(define (%range who v options)
  (let* ((n (vector-length v))
         (start (if (pair? options) (car options) 0))
         (end (if (and (pair? options) (pair? (cdr options)))
                  (cadr options)
                  n)))
    (if (not (and (exact-integer? start) (exact-integer? end)
                  (<= 0 start end n)))
        (error (string-append who ": range out of the vector:") start end))
    (cons start end)))

;;> (vector-unfold f length seed ...) -> the vector of what f gives for
;;> (f index seed ...): the element and the next seeds
;;> (vector-unfold (lambda (i x) (values x (- x 1))) 4 0) => #(0 -1 -2 -3)
(define (vector-unfold f length . seeds)
  (let ((v (make-vector length 0)))
    (apply vector-unfold! f v 0 length seeds)
    v))

;;> (vector-unfold-right f length seed ...) -> the same from the right
;;> (vector-unfold-right (lambda (i x) (values x (+ x 1))) 3 0) => #(2 1 0)
(define (vector-unfold-right f length . seeds)
  (let ((v (make-vector length 0)))
    (apply vector-unfold-right! f v 0 length seeds)
    v))

;;> (vector-unfold! f vector start end seed ...) fills that range from the left
;;> (let ((v (vector 0 0 0))) (vector-unfold! (lambda (i) i) v 1 3) v)
;;>   => #(0 1 2)
(define (vector-unfold! f v start end . seeds)
  (let loop ((i start) (seeds seeds))
    (when (< i end)
      (call-with-values
       (lambda () (apply f i seeds))
       (lambda (x . seeds)
         (vector-set! v i x)
         (loop (+ i 1) seeds))))))

;;> (vector-unfold-right! f vector start end seed ...) fills it from the right
;;> (let ((v (vector 0 0))) (vector-unfold-right! (lambda (i) i) v 0 2) v)
;;>   => #(0 1)
(define (vector-unfold-right! f v start end . seeds)
  (let loop ((i (- end 1)) (seeds seeds))
    (when (>= i start)
      (call-with-values
       (lambda () (apply f i seeds))
       (lambda (x . seeds)
         (vector-set! v i x)
         (loop (- i 1) seeds))))))

;;> (vector-reverse-copy vector [start [end]]) -> that range, reversed
;;> (vector-reverse-copy #(5 4 3 2 1) 1 4) => #(2 3 4)
(define (vector-reverse-copy v . options)
  (list->vector (apply reverse-vector->list v options)))

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

;;> (vector-reverse! vector [start [end]]) reverses that range in place
;;> (let ((v (vector 1 2 3 4))) (vector-reverse! v 1) v) => #(1 4 3 2)
(define (vector-reverse! v . options)
  (let ((range (%range "vector-reverse!" v options)))
    (vector-copy! v (car range)
                  (vector-reverse-copy v (car range) (cdr range)))))

;;> (vector-reverse-copy! to at from [start [end]]) copies that range reversed
;;> (let ((v (vector 1 2 3))) (vector-reverse-copy! v 1 #(a b)) v) => #(1 b a)
(define (vector-reverse-copy! to at from . options)
  (vector-copy! to at (apply vector-reverse-copy from options)))

;;> (reverse-vector->list vector [start [end]]) -> its elements, last first
;;> (reverse-vector->list #(1 2 3)) => (3 2 1)
(define (reverse-vector->list v . options)
  (let* ((range (%range "reverse-vector->list" v options))
         (end (cdr range)))
    (let loop ((i (car range)) (l '()))
      (if (< i end)
          (loop (+ i 1) (cons (vector-ref v i) l))
          l))))

;;> (reverse-list->vector list) -> a vector, last element first
;;> (reverse-list->vector '(1 2 3)) => #(3 2 1)
(define (reverse-list->vector list) (list->vector (reverse list)))

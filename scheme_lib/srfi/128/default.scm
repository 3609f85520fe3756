;;; Hash functions, compound comparators and the default comparator of
;;; (srfi 128).

;;> (hash-bound) -> hash functions should answer below this number
;;> (hash-bound) => 33554432
(define-syntax hash-bound
  (syntax-rules ()
    ((_) 33554432)))

;;> (hash-salt) -> what hash functions mix in
;;> (hash-salt) => 16064047
(define-syntax hash-salt
  (syntax-rules ()
    ((_) 16064047)))

;;> (boolean-hash x), (char-hash x), (char-ci-hash x), (string-hash x),
;;> (string-ci-hash x), (symbol-hash x), (number-hash x) -> an exact integer
;;> (= (string-ci-hash "Ab") (string-ci-hash "aB")) => #t
(define (boolean-hash x) (if x (hash-salt) 0))
(define (char-hash x) (modulo (* (hash-salt) (char->integer x)) (hash-bound)))
(define (char-ci-hash x) (char-hash (char-foldcase x)))

;; Combines hashes, for compound data.
(define (%mix a b) (modulo (+ (* 31 a) b 7) (hash-bound)))

;;> (make-pair-comparator car-comparator cdr-comparator) -> compares pairs,
;;> the cars first
;;> (<? (make-pair-comparator (make-default-comparator)
;;>   (make-default-comparator)) '(1 . 2) '(1 . 3)) => #t
;; How compound data is compared is told from how its parts are, if that is.
(define (make-pair-comparator of-car of-cdr)
  (%make-pair-comparator
   of-car of-cdr
   (%order-of-pairs (comparator-equality-predicate of-car)
                    (%less? of-car)
                    (comparator-equality-predicate of-cdr)
                    (%less? of-cdr))))

(define (%make-pair-comparator of-car of-cdr order)
  (%described-comparator
   order
   (lambda (x)
     (and (pair? x)
          (comparator-test-type of-car (car x))
          (comparator-test-type of-cdr (cdr x))))
   (let ((car=? (comparator-equality-predicate of-car))
         (cdr=? (comparator-equality-predicate of-cdr)))
     (lambda (a b)
       (and (car=? (car a) (car b))
            (cdr=? (cdr a) (cdr b))
            #t)))
   (and (comparator-ordered? of-car)
        (comparator-ordered? of-cdr)
        (let ((car=? (comparator-equality-predicate of-car))
              (car<? (comparator-ordering-predicate of-car))
              (cdr<? (comparator-ordering-predicate of-cdr)))
          (lambda (a b)
            (and (if (car=? (car a) (car b))
                     (cdr<? (cdr a) (cdr b))
                     (car<? (car a) (car b)))
                 #t))))
   (and (comparator-hashable? of-car)
        (comparator-hashable? of-cdr)
        (let ((hash-car (comparator-hash-function of-car))
              (hash-cdr (comparator-hash-function of-cdr)))
          (lambda (x)
            (%mix (hash-car (car x)) (hash-cdr (cdr x))))))))

;; A comparator of which is known how it compares, or not (#f).
(define (%described-comparator order test same? less? hash)
  (%new-comparator test
                   (%comparing same? (%same-in order))
                   (%comparing less? order)
                   hash))

;; Lists are compared by primitives in line, and their numbers, too.
(define (%lists? empty? head tail)
  (and (eq? empty? null?) (eq? head car) (eq? tail cdr)))

(define-syntax %same-members
  (syntax-rules ()
    ((_ same? empty? head tail)
     (lambda (a b)
       (let loop ((a a) (b b))
         (cond ((empty? a) (if (empty? b) #t #f))
               ((empty? b) #f)
               (else (and (same? (head a) (head b))
                          (loop (tail a) (tail b))))))))))

(define-syntax %members-in-order
  (syntax-rules ()
    ((_ same? less? empty? head tail)
     (lambda (a b)
       (let loop ((a a) (b b))
         (cond ((empty? b) #f)
               ((empty? a) #t)
               (else
                (let ((x (head a)) (y (head b)))
                  (if (same? x y)
                      (loop (tail a) (tail b))
                      (if (less? x y) #t #f))))))))))

;;> (make-list-comparator element-comparator [type-test empty? head tail]) ->
;;> compares lists (or what the four procedures make look so) lexicographically
;;> (<? (make-list-comparator (make-default-comparator)) '(1) '(1 0)) => #t
(define make-list-comparator
  (case-lambda
    ((of-element)
     (make-list-comparator of-element list? null? car cdr))
    ((of-element type-test empty? head tail)
     (%described-comparator
      (and (%lists? empty? head tail)
           (%order-of-lists (comparator-equality-predicate of-element)
                            (%less? of-element)))
      (lambda (x)
        (and (type-test x)
             (let loop ((x x))
               (or (empty? x)
                   (and (comparator-test-type of-element (head x))
                        (loop (tail x)))))))
      (let ((same? (comparator-equality-predicate of-element)))
        (cond ((not (%lists? empty? head tail))
               (%same-members same? empty? head tail))
              ((eq? same? =) (%same-members = null? car cdr))
              (else (%same-members same? null? car cdr))))
      (and (comparator-ordered? of-element)
           (let ((same? (comparator-equality-predicate of-element))
                 (less? (comparator-ordering-predicate of-element)))
             (cond ((not (%lists? empty? head tail))
                    (%members-in-order same? less? empty? head tail))
                   ((and (eq? same? =) (eq? less? <))
                    (%members-in-order = < null? car cdr))
                   (else (%members-in-order same? less? null? car cdr)))))
      (and (comparator-hashable? of-element)
           (let ((hash-of (comparator-hash-function of-element)))
             (lambda (x)
               (let loop ((x x) (hash 1))
                 (if (empty? x)
                     hash
                     (loop (tail x) (%mix hash (hash-of (head x)))))))))))))

;; Vectors likewise.
(define (%vectors? size ref)
  (and (eq? size vector-length) (eq? ref vector-ref)))

(define-syntax %same-elements
  (syntax-rules ()
    ((_ same? size ref)
     (lambda (a b)
       (let ((n (size a)))
         (and (= n (size b))
              (let loop ((i 0))
                (cond ((= i n) #t)
                      ((same? (ref a i) (ref b i)) (loop (+ i 1)))
                      (else #f)))))))))

(define-syntax %elements-in-order
  (syntax-rules ()
    ((_ same? less? size ref)
     (lambda (a b)
       (let ((n (size a)) (m (size b)))
         (or (< n m)
             (and (= n m)
                  (let loop ((i 0))
                    (if (= i n)
                        #f
                        (let ((x (ref a i)) (y (ref b i)))
                          (if (same? x y)
                              (loop (+ i 1))
                              (if (less? x y) #t #f))))))))))))

;;> (make-vector-comparator element-comparator [type-test length ref]) ->
;;> compares vectors (or what the three procedures make look so), the shorter
;;> first
;;> (<? (make-vector-comparator (make-default-comparator)) #(9) #(1 0)) => #t
(define make-vector-comparator
  (case-lambda
    ((of-element)
     (make-vector-comparator of-element vector? vector-length vector-ref))
    ((of-element type-test size ref)
     (%described-comparator
      (and (%vectors? size ref)
           (%order-of-vectors (comparator-equality-predicate of-element)
                              (%less? of-element)))
      (lambda (x)
        (and (type-test x)
             (let ((n (size x)))
               (let loop ((i 0))
                 (or (= i n)
                     (and (comparator-test-type of-element (ref x i))
                          (loop (+ i 1))))))))
      (let ((same? (comparator-equality-predicate of-element)))
        (cond ((not (%vectors? size ref)) (%same-elements same? size ref))
              ((eq? same? =) (%same-elements = vector-length vector-ref))
              (else (%same-elements same? vector-length vector-ref))))
      (and (comparator-ordered? of-element)
           (let ((same? (comparator-equality-predicate of-element))
                 (less? (comparator-ordering-predicate of-element)))
             (cond ((not (%vectors? size ref))
                    (%elements-in-order same? less? size ref))
                   ((and (eq? same? =) (eq? less? <))
                    (%elements-in-order = < vector-length vector-ref))
                   (else
                    (%elements-in-order same? less?
                                        vector-length vector-ref)))))
      (and (comparator-hashable? of-element)
           (let ((hash-of (comparator-hash-function of-element)))
             (lambda (x)
               (let ((n (size x)))
                 (let loop ((i 0) (hash 5381))
                   (if (= i n)
                       hash
                       (loop (+ i 1)
                             (%mix hash (hash-of (ref x i))))))))))))))

;; Comparators registered by the program, newest first. Libraries are shared by
;; all worlds, so what a program changes is kept in its world.
(define (%registered) (or (%world-setting 'srfi-128-registered) '()))

;;> (comparator-register-default! comparator) makes the default comparator take
;;> objects that satisfy its type test
(define (comparator-register-default! c)
  (%set-world-setting! 'srfi-128-registered (cons c (%registered))))

;; Where x stands among the types: the order SRFI 128 prescribes.
(define (%rank x)
  (cond ((null? x) 0)
        ((pair? x) 1)
        ((boolean? x) 2)
        ((char? x) 3)
        ((string? x) 4)
        ((symbol? x) 5)
        ((number? x) 6)
        ((vector? x) 7)
        ((bytevector? x) 8)
        (else 9)))

(define (%registered-for x)
  (let loop ((l (%registered)))
    (cond ((null? l) #f)
          ((comparator-test-type (car l) x) (car l))
          (else (loop (cdr l))))))

;; Complex numbers by real part, then by imaginary part.
(define (%complex<? a b)
  (if (and (real? a) (real? b))
      (< a b)
      (or (< (real-part a) (real-part b))
          (and (= (real-part a) (real-part b))
               (< (imag-part a) (imag-part b))))))

(define (%same-rank<? rank a b)
  (case rank
    ((0) #f)
    ((1) (<? %pairs a b))
    ((2) (and (not a) b))
    ((3) (char<? a b))
    ((4) (string<? a b))
    ((5) (string<? (symbol->string a) (symbol->string b)))
    ((6) (%complex<? a b))
    ((7) (<? %vectors a b))
    ((8) (<? %bytevectors a b))
    (else
     (let ((c (%registered-for a)))
       (and c
            (comparator-test-type c b)
            (comparator-ordered? c)
            (<? c a b))))))

(define (%default<? a b)
  (cond ((and (string? a) (string? b)) (string<? a b))
        ((and (exact-integer? a) (exact-integer? b)) (< a b))
        (else
         (let ((known (%default-order a b)))
           (if (null? known)
               (%other<? a b)
               known)))))

(define (%other<? a b)
  (let ((i (%rank a)) (j (%rank b)))
    (if (= i j)
        (%same-rank<? i a b)
        (< i j))))

(define (%default=? a b)
  (cond ((string? a) (and (string? b) (string=? a b)))
        ((symbol? a) (eq? a b))
        ((exact-integer? a) (and (number? b) (= a b)))
        (else
         (let ((known (%default-same a b)))
           (if (null? known)
               (%other=? a b)
               known)))))

(define (%other=? a b)
  (let ((rank (%rank a)))
    (and (= rank (%rank b))
         (case rank
           ((1) (and (%default=? (car a) (car b))
                     (%default=? (cdr a) (cdr b))))
           ((6) (= a b))
           ((7) (=? %vectors a b))
           ((9) (let ((c (%registered-for a)))
                  (if c
                      (and (comparator-test-type c b) (=? c a b))
                      (eqv? a b))))
           (else (equal? a b))))))

;;> (default-hash x) -> the hash of the default comparator
;;> (= (default-hash '(1 "a")) (default-hash (list 1 (string #\a)))) => #t
(define (default-hash x)
  (cond ((string? x) (string-hash x))
        ((exact-integer? x) (number-hash x))
        (else (%other-hash x))))

(define (%other-hash x)
  (case (%rank x)
    ((1) (%mix (default-hash (car x)) (default-hash (cdr x))))
    ((2) (boolean-hash x))
    ((3) (char-hash x))
    ((4) (string-hash x))
    ((5) (symbol-hash x))
    ((6) (number-hash x))
    ((7) (comparator-hash %vectors x))
    ((9) (let ((c (%registered-for x)))
           (if c (comparator-hash c x) (eqv-hash x))))
    (else (equal-hash x))))

(define %default
  (%described-comparator (%order-of-anything)
                         (lambda (x) #t) %default=? %default<? default-hash))

(define %pairs (make-pair-comparator %default %default))
(define %vectors (make-vector-comparator %default))
(define %bytevectors
  (make-vector-comparator %default bytevector? bytevector-length
                          bytevector-u8-ref))

;;> (make-default-comparator) -> compares anything: (), pairs, booleans,
;;> characters, strings, symbols, numbers, vectors, bytevectors, in that order
;;> (<? (make-default-comparator) '() '(1) #f #\a "a" 'a 1 #(1)) => #t
(define (make-default-comparator) %default)

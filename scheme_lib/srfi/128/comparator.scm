;;; The comparator itself, the simple constructors and the comparisons of
;;; (srfi 128).

(define-record-type comparator
  (%make-comparator test same? less? hash)
  comparator?
  (test comparator-type-test-predicate)
  (same? comparator-equality-predicate)
  (less? %less?)
  (hash %hash))

(define (%no-order a b)
  (error "comparator: it has no order"))

(define (%no-hash x)
  (error "comparator: it has no hash function"))

;;> (make-comparator type-test equality ordering hash) -> a comparator;
;;> ordering and hash may be #f, type-test and equality #t
;;> (<? (make-comparator number? = < #f) 1 2) => #t
;; What the procedures compare by is noted beside them: sorts ask for it.
(define (make-comparator test same? less? hash)
  (%new-comparator test
                   (%comparing same? (%known-comparison same?))
                   (%comparing less? (%known-comparison less?))
                   hash))

(define (%new-comparator test same? less? hash)
  (%make-comparator
   (if (eq? test #t) (lambda (x) #t) test)
   (if (eq? same? #t)
       (lambda (a b) (not (or (less? a b) (less? b a))))
       same?)
   less?
   hash))

;;> (comparator-ordered? comparator) -> has it an order?
;;> (comparator-ordered? (make-comparator number? = #f #f)) => #f
(define (comparator-ordered? c) (and (%less? c) #t))

;;> (comparator-hashable? comparator) -> has it a hash function?
;;> (comparator-hashable? (make-equal-comparator)) => #t
(define (comparator-hashable? c) (and (%hash c) #t))

;;> (comparator-type-test-predicate c), (comparator-equality-predicate c),
;;> (comparator-ordering-predicate c), (comparator-hash-function c) -> that
;;> part; for a missing one a procedure that raises an error
;;> ((comparator-ordering-predicate (make-default-comparator)) 1 2) => #t
(define (comparator-ordering-predicate c) (or (%less? c) %no-order))
(define (comparator-hash-function c) (or (%hash c) %no-hash))

;;> (comparator-test-type comparator x) -> may it compare x?
;;> (comparator-test-type (make-comparator number? = < #f) 'a) => #f
(define (comparator-test-type c x)
  ((comparator-type-test-predicate c) x))

;;> (comparator-check-type comparator x) -> #t, or an error if it may not
;;> compare x
;;> (comparator-check-type (make-equal-comparator) 'a) => #t
(define (comparator-check-type c x)
  (if (comparator-test-type c x)
      #t
      (error "comparator-check-type: the comparator cannot take" x)))

;;> (comparator-hash comparator x) -> the hash of x
;;> (exact-integer? (comparator-hash (make-eqv-comparator) 'a)) => #t
(define (comparator-hash c x)
  ((comparator-hash-function c) x))

;;> (make-eq-comparator), (make-eqv-comparator), (make-equal-comparator) ->
;;> comparators without order
;;> (=? (make-equal-comparator) "a" "a") => #t
(define (make-eq-comparator) (make-comparator #t eq? #f eqv-hash))
(define (make-eqv-comparator) (make-comparator #t eqv? #f eqv-hash))
(define (make-equal-comparator) (make-comparator #t equal? #f equal-hash))

;; Does (holds? a b) hold for all neighbours?
(define (%chain? holds? a b rest)
  (let loop ((a a) (b b) (rest rest))
    (and (holds? a b)
         (or (null? rest)
             (loop b (car rest) (cdr rest))))))

;;> (=? comparator a b c ...) -> are neighbours equal?
;;> (=? (make-default-comparator) 1 1 2) => #f
;; No tail call: a predicate that is called at once costs half of one that is
;; answered to be called.
(define =?
  (case-lambda
    ((c a b) (if ((comparator-equality-predicate c) a b) #t #f))
    ((c a b . rest)
     (%chain? (comparator-equality-predicate c) a b rest))))

;;> (<? comparator a b c ...), (>? ...), (<=? ...), (>=? ...) -> do they stand
;;> in that order?
;;> (<? (make-default-comparator) 'a 'b 'c) => #t
(define <?
  (case-lambda
    ((c a b) (if ((comparator-ordering-predicate c) a b) #t #f))
    ((c a b . rest)
     (%chain? (comparator-ordering-predicate c) a b rest))))

(define >?
  (case-lambda
    ((c a b) (if ((comparator-ordering-predicate c) b a) #t #f))
    ((c a b . rest)
     (let ((less? (comparator-ordering-predicate c)))
       (%chain? (lambda (a b) (less? b a)) a b rest)))))

(define <=?
  (case-lambda
    ((c a b) (not ((comparator-ordering-predicate c) b a)))
    ((c a b . rest)
     (let ((less? (comparator-ordering-predicate c)))
       (%chain? (lambda (a b) (not (less? b a))) a b rest)))))

(define >=?
  (case-lambda
    ((c a b) (not ((comparator-ordering-predicate c) a b)))
    ((c a b . rest)
     (let ((less? (comparator-ordering-predicate c)))
       (%chain? (lambda (a b) (not (less? a b))) a b rest)))))

;;> (comparator-if<=> [comparator] a b less equal greater) -> the value of the
;;> branch that fits
;;> (comparator-if<=> 1 2 'less 'equal 'greater) => less
(define-syntax comparator-if<=>
  (syntax-rules ()
    ((_ a b less equal greater)
     (comparator-if<=> (make-default-comparator) a b less equal greater))
    ((_ comparator a b less equal greater)
     (let ((c comparator) (x a) (y b))
       (cond ((=? c x y) equal)
             ((<? c x y) less)
             (else greater))))))

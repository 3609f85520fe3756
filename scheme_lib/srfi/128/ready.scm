;;; Ready comparators, and the greatest and the least by one (SRFI 162).

;;> default-comparator, boolean-comparator, real-comparator, char-comparator,
;;> char-ci-comparator, string-comparator, string-ci-comparator,
;;> pair-comparator, list-comparator, vector-comparator (of what the default one compares),
;;> eq-comparator, eqv-comparator, equal-comparator -> comparators
;;> (list (<? real-comparator 1 2) (<? boolean-comparator #f #t) (<?
;;>   list-comparator '(1) '(1 2))) => (#t #t #t)
(define default-comparator (make-default-comparator))

(define boolean-comparator
  (make-comparator boolean? boolean=? (lambda (a b) (and (not a) b))
                   boolean-hash))

(define real-comparator (make-comparator real? = < number-hash))
(define char-comparator (make-comparator char? char=? char<? char-hash))

(define char-ci-comparator
  (make-comparator char? char-ci=? char-ci<? char-ci-hash))

(define string-comparator
  (make-comparator string? string=? string<? string-hash))

(define string-ci-comparator
  (make-comparator string? string-ci=? string-ci<? string-ci-hash))

(define pair-comparator
  (make-pair-comparator default-comparator default-comparator))

(define list-comparator
  (make-list-comparator default-comparator list? null? car cdr))

(define vector-comparator
  (make-vector-comparator default-comparator vector? vector-length
                          vector-ref))

(define eq-comparator (make-eq-comparator))
(define eqv-comparator (make-eqv-comparator))
(define equal-comparator (make-equal-comparator))

;;> (comparator-max comparator one more ...) -> the greatest of the objects
;;> (comparator-max real-comparator 1 5 3) => 5
(define (comparator-max comparator one . more)
  (comparator-max-in-list comparator (cons one more)))

;;> (comparator-min comparator one more ...) -> the least of the objects
;;> (comparator-min string-comparator "b" "a" "c") => "a"
(define (comparator-min comparator one . more)
  (comparator-min-in-list comparator (cons one more)))

;;> (comparator-max-in-list comparator list) -> the greatest of a list
;;> (comparator-max-in-list real-comparator '(1 5 3)) => 5
(define (comparator-max-in-list comparator objects)
  (%first-by (lambda (a b) (<? comparator b a)) objects))

;;> (comparator-min-in-list comparator list) -> the least of a list
;;> (comparator-min-in-list real-comparator '(4 2 3)) => 2
(define (comparator-min-in-list comparator objects)
  (%first-by (lambda (a b) (<? comparator a b)) objects))

(define (%first-by before? objects)
  (if (not (pair? objects))
      (error "comparator-max: wanted a list that is not empty, got" objects))
  (let loop ((best (car objects)) (rest (cdr objects)))
    (cond ((null? rest) best)
          ((before? (car rest) best) (loop (car rest) (cdr rest)))
          (else (loop best (cdr rest))))))

;;; SRFI 128: versions and pairs compared and sorted by comparators.
(import (scheme base) (srfi 1) (srfi 128) (srfi 132))

(define version-comparator
  (make-list-comparator
   (make-comparator exact-integer? = < number-hash)
   (lambda (x) (or (pair? x) (null? x))) null? car cdr))

(define entry-comparator
  (make-pair-comparator (make-comparator string? string=? string<? string-hash)
                        version-comparator))

(define entries
  (map (lambda (i)
         (cons (list-ref '("core" "cli" "server" "docs") (modulo (* i 7) 4))
               (list (modulo i 3) (modulo (* i 5) 7) i)))
       (iota 24)))

(define (once)
  (let ((sorted (list-sort (lambda (a b) (<? entry-comparator a b)) entries)))
    (+ (caddr (cdr (first sorted)))
       (caddr (cdr (last sorted)))
       (count (lambda (e) (=? version-comparator (cdr e) '(1 5 1))) entries)
       (count (lambda (e) (>? version-comparator (cdr e) '(1 2))) entries)
       (if (<? (make-default-comparator) "abc" "abd") 1 0))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (once))))))

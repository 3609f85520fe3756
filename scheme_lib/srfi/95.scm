;;; The sequence comes first here, then the order; a key, when given, is
;;; taken of both sides of every comparison.

(define (%by less? key)
  (lambda (a b) (less? (key a) (key b))))

(define (%default<? a b)
  (<? default-comparator a b))

;; Sorted by what the key gives, or #f where less? and key must be called.
(define (%sorted-by-primitive sequence less? key)
  (let ((known (%comparison-by less? key)))
    (if (vector? sequence)
        (%sort-by-primitive known sequence 0 (vector-length sequence))
        (and (list? sequence) (%list-sort-by-primitive known sequence)))))

;;> (sorted? sequence [less? [key]]) -> is it in order?
;;> (sorted? '(1 2 2 3) <) => #t
(define sorted?
  (case-lambda
    ((sequence) (sorted? sequence %default<?))
    ((sequence less?)
     (if (vector? sequence)
         (vector-sorted? less? sequence)
         (list-sorted? less? sequence)))
    ((sequence less? key) (sorted? sequence (%by less? key)))))

;;> (merge list1 list2 less? [key]) -> both sorted lists in one, stable
;;> (merge '(1 3) '(2 3 4) <) => (1 2 3 3 4)
(define merge
  (case-lambda
    ((a b less?) (list-merge less? a b))
    ((a b less? key) (list-merge (%by less? key) a b))))

;;> (merge! list1 list2 less? [key]) -> the same; may change the lists
;;> (merge! (list 1 3) (list 2) <) => (1 2 3)
(define merge! merge)

;; A sorted list, or #f where less? must be called, or it is no list.
(define (%sorted-as-known known sequence)
  (and (pair? sequence) (%list-sort-by-primitive known sequence)))

(define (%sort sequence less?)
  (cond ((vector? sequence) (vector-stable-sort less? sequence))
        ((and (procedure? sequence) (not (procedure? less?)))
         (sort less? sequence)) ; order of R6RS
        (else (list-stable-sort less? sequence))))

;;> (sort sequence [less? [key]]) -> a new sorted sequence of the same kind,
;;> stable
;;> (sort '("bb" "a" "ccc") > string-length) => ("ccc" "bb" "a")
(define sort
  (case-lambda
    ((sequence) (sort sequence %default<?))
    ((sequence less?)
     (if (%foreseen? less?)
         (cond ((vector? sequence) (vector-stable-sort less? sequence))
               ((procedure? sequence) (%sort sequence less?))
               (else (%list-sorted sequence less?)))
         (or (%sorted-as-known (%known-comparison less?) sequence)
             (%sort sequence less?))))
    ((sequence less? key)
     (or (%sorted-by-primitive sequence less? key)
         (sort sequence (%by less? key))))))

;;> (sort! sequence [less? [key]]) -> the sequence, sorted; may change it
;;> (let ((v (vector 3 1 2))) (sort! v <) v) => #(1 2 3)
(define sort!
  (case-lambda
    ((sequence) (sort! sequence %default<?))
    ((sequence less?)
     (cond ((vector? sequence)
            (vector-stable-sort! less? sequence)
            sequence)
           (else (sort sequence less?))))
    ((sequence less? key) (sort! sequence (%by less? key)))))

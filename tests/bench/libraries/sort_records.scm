;;; SRFI 132: people sorted by age, then by name; texts by length; a vector.
(import (scheme base) (srfi 1) (srfi 132))

(define-record-type person
  (make-person name age)
  person?
  (name person-name)
  (age person-age))

(define (people n)
  (map (lambda (i)
         (make-person (string-append "p" (number->string (modulo (* i 37) 101)))
                      (modulo (* i 7919) 60)))
       (iota n)))

(define (older? a b)
  (or (> (person-age a) (person-age b))
      (and (= (person-age a) (person-age b))
           (string<? (person-name a) (person-name b)))))

(define (run n)
  (let* ((all (people n))
         (by-age (list-stable-sort older? all))
         (names (map person-name all))
         (by-length (list-stable-sort
                     (lambda (a b) (< (string-length a) (string-length b)))
                     names))
         (v (vector-sort string<? (list->vector names))))
    (list (person-name (car by-age))
          (person-age (last by-age))
          (car by-length)
          (vector-ref v 0)
          (if (list-sorted? string<? names) 1 0))))

;;; Procedures over lists and vectors that call a procedure of the program
;;; (R7RS 6.4, 6.10).
;;;
;;; Results are gathered in collectors, or in reverse and turned round at the
;;; end: a continuation captured in the procedure may return any number of
;;; times without disturbing an earlier result.

;;> (map proc list1 list2 ...) -> the results of proc on the elements, in
;;> order; ends with the shortest list (R7RS 6.10).
;;> (map + '(1 2 3) '(10 20)) => (11 22)
(define map
  (case-lambda
    ((f list)
     (let loop ((l list) (results (%collector)))
       (if (pair? l)
           (loop (cdr l) (%collect results (f (car l))))
           (if (null? l)
               (%collected results)
               (error "map: wanted a list, got" list)))))
    ((f list1 list2)
     (let loop ((l1 list1) (l2 list2) (results (%collector)))
       (if (and (pair? l1) (pair? l2))
           (loop (cdr l1) (cdr l2)
                 (%collect results (f (car l1) (car l2))))
           (if (or (null? l1) (null? l2))
               (%collected results)
               (error "map: wanted lists, got" list1 list2)))))
    ((f list1 list2 list3)
     (let loop ((l1 list1) (l2 list2) (l3 list3) (results (%collector)))
       (if (and (pair? l1) (pair? l2) (pair? l3))
           (loop (cdr l1) (cdr l2) (cdr l3)
                 (%collect results (f (car l1) (car l2) (car l3))))
           (if (or (null? l1) (null? l2) (null? l3))
               (%collected results)
               (error "map: wanted lists, got" list1 list2 list3)))))
    ((f list1 list2 list3 list4)
     (let loop ((l1 list1) (l2 list2) (l3 list3) (l4 list4)
                (results (%collector)))
       (if (and (pair? l1) (pair? l2) (pair? l3) (pair? l4))
           (loop (cdr l1) (cdr l2) (cdr l3) (cdr l4)
                 (%collect results (f (car l1) (car l2) (car l3) (car l4))))
           (if (or (null? l1) (null? l2) (null? l3) (null? l4))
               (%collected results)
               (error "map: wanted lists, got" list1 list2 list3 list4)))))
    ((f list1 list2 . more)
     (if (eq? f list)
         (%rows-of-lists 'map (cons list1 (cons list2 more)))
         (let loop ((lists (list->vector (cons list1 (cons list2 more))))
                    (results (%collector)))
           (if (%all-pairs? 'map lists)
               (let ((xs (%heads lists)))
                 (loop (%tails lists) (%collect results (apply f xs))))
               (%collected results)))))))

;;> (for-each proc list1 list2 ...) calls proc on the elements, in order;
;;> ends with the shortest list (R7RS 6.10).
(define for-each
  (case-lambda
    ((f list)
     (let loop ((l list))
       (if (pair? l)
           (begin (f (car l)) (loop (cdr l)))
           (if (not (null? l))
               (error "for-each: wanted a list, got" list)))))
    ((f list1 list2)
     (let loop ((l1 list1) (l2 list2))
       (if (and (pair? l1) (pair? l2))
           (begin (f (car l1) (car l2)) (loop (cdr l1) (cdr l2)))
           (if (not (or (null? l1) (null? l2)))
               (error "for-each: wanted lists, got" list1 list2)))))
    ((f list1 list2 list3)
     (let loop ((l1 list1) (l2 list2) (l3 list3))
       (if (and (pair? l1) (pair? l2) (pair? l3))
           (begin (f (car l1) (car l2) (car l3))
                  (loop (cdr l1) (cdr l2) (cdr l3)))
           (if (not (or (null? l1) (null? l2) (null? l3)))
               (error "for-each: wanted lists, got" list1 list2 list3)))))
    ((f list1 list2 list3 list4)
     (let loop ((l1 list1) (l2 list2) (l3 list3) (l4 list4))
       (if (and (pair? l1) (pair? l2) (pair? l3) (pair? l4))
           (begin (f (car l1) (car l2) (car l3) (car l4))
                  (loop (cdr l1) (cdr l2) (cdr l3) (cdr l4)))
           (if (not (or (null? l1) (null? l2) (null? l3) (null? l4)))
               (error "for-each: wanted lists, got"
                      list1 list2 list3 list4)))))
    ((f list1 list2 . more)
     (let loop ((lists (list->vector (cons list1 (cons list2 more)))))
       (when (%all-pairs? 'for-each lists)
         (let ((xs (%heads lists)))
           (apply f xs))
         (loop (%tails lists)))))))

;;> (member obj list [same?]) -> the first tail of list whose car is obj,
;;> or #f (R7RS 6.4).
;;> (member 2.0 '(1 2 3) =) => (2 3)
(define member
  (case-lambda
    ((x list) (%member x list))
    ((x list same?)
     (let loop ((l list))
       (cond ((null? l) #f)
             ((same? x (car l)) l)
             (else (loop (cdr l))))))))

;;> (assoc obj alist [same?]) -> the first pair of alist whose car is obj,
;;> or #f (R7RS 6.4).
;;> (assoc 2.0 '((1 one) (2 two)) =) => (2 two)
(define assoc
  (case-lambda
    ((x alist) (%assoc x alist))
    ((x alist same?)
     (let loop ((l alist))
       (cond ((null? l) #f)
             ((same? x (caar l)) (car l))
             (else (loop (cdr l))))))))

(define (%shortest size sequences)
  (let loop ((n (size (car sequences))) (rest (cdr sequences)))
    (if (null? rest)
        n
        (loop (min n (size (car rest))) (cdr rest)))))

;; The elements with index i of several sequences.
(define (%column ref sequences i)
  (let loop ((l sequences) (column '()))
    (if (null? l)
        (reverse column)
        (loop (cdr l) (cons (ref (car l) i) column)))))

;;> (vector-map proc vector1 vector2 ...) -> the results in a new vector
;;> (R7RS 6.10).
;;> (vector-map * #(1 2) #(10 20 30)) => #(10 40)
(define vector-map
  (case-lambda
    ((f v)
     (let ((n (vector-length v)))
       (let loop ((i 0) (results (%collector)))
         (if (< i n)
             (loop (+ i 1) (%collect results (f (vector-ref v i))))
             (%collected-vector results)))))
    ((f v w)
     (let ((n (min (vector-length v) (vector-length w))))
       (let loop ((i 0) (results (%collector)))
         (if (< i n)
             (loop (+ i 1)
                   (%collect results (f (vector-ref v i) (vector-ref w i))))
             (%collected-vector results)))))
    ((f u v w)
     (let ((n (min (vector-length u) (vector-length v) (vector-length w))))
       (let loop ((i 0) (results (%collector)))
         (if (< i n)
             (loop (+ i 1)
                   (%collect results
                             (f (vector-ref u i) (vector-ref v i)
                                (vector-ref w i))))
             (%collected-vector results)))))
    ((f v . more)
     (let* ((vectors (cons v more)) (n (%shortest vector-length vectors)))
       (let loop ((i 0) (results (%collector)))
         (if (< i n)
             (loop (+ i 1)
                   (%collect results
                             (apply f (%column vector-ref vectors i))))
             (%collected-vector results)))))))

;;> (vector-for-each proc vector1 vector2 ...) calls proc on the elements,
;;> in order (R7RS 6.10).
(define vector-for-each
  (case-lambda
    ((f v)
     (let ((n (vector-length v)))
       (let loop ((i 0))
         (when (< i n)
           (f (vector-ref v i))
           (loop (+ i 1))))))
    ((f v w)
     (let ((n (min (vector-length v) (vector-length w))))
       (let loop ((i 0))
         (when (< i n)
           (f (vector-ref v i) (vector-ref w i))
           (loop (+ i 1))))))
    ((f u v w)
     (let ((n (min (vector-length u) (vector-length v) (vector-length w))))
       (let loop ((i 0))
         (when (< i n)
           (f (vector-ref u i) (vector-ref v i) (vector-ref w i))
           (loop (+ i 1))))))
    ((f v . more)
     (let* ((vectors (cons v more)) (n (%shortest vector-length vectors)))
       (let loop ((i 0))
         (when (< i n)
           (apply f (%column vector-ref vectors i))
           (loop (+ i 1))))))))

;;; Searching, deletion and association lists of (srfi 1).

;;> (find pred list) -> the first element that satisfies pred, or #f
;;> (find even? '(3 1 4 1 5 9)) => 4
(define (find pred list)
  (let loop ((l list))
    (if (pair? l)
        (if (pred (car l))
            (car l)
            (loop (cdr l)))
        (if (null? l)
            #f
            (error "find: wanted a list, got" list)))))

;;> (find-tail pred list) -> the first tail whose car satisfies pred, or #f
;;> (find-tail even? '(3 1 4 1 5)) => (4 1 5)
(define (find-tail pred list)
  (let loop ((l list))
    (if (pair? l)
        (if (pred (car l))
            l
            (loop (cdr l)))
        (if (null? l)
            #f
            (error "find-tail: wanted a list, got" list)))))

;;> (any pred list1 list2 ...) -> the first true value of pred, or #f
;;> (any < '(3 1) '(2 7)) => #t
(define any
  (case-lambda
    ((pred list)
     (if (pair? list)
         (let loop ((x (car list)) (l (cdr list)))
           (if (null? l)
               (pred x)                 ; the last is a tail call
               (or (pred x)
                   (if (pair? l)
                       (loop (car l) (cdr l))
                       (error "any: wanted a list, got" list)))))
         (if (null? list)
             #f
             (error "any: wanted a list, got" list))))
    ((pred list1 list2)
     (let loop ((l1 list1) (l2 list2))
       (if (and (pair? l1) (pair? l2))
           (if (or (null? (cdr l1)) (null? (cdr l2)))
               (pred (car l1) (car l2))
               (or (pred (car l1) (car l2)) (loop (cdr l1) (cdr l2))))
           (if (or (null? l1) (null? l2))
               #f
               (error "any: wanted lists, got" list1 list2)))))
    ((pred list1 list2 list3)
     (let loop ((l1 list1) (l2 list2) (l3 list3))
       (if (and (pair? l1) (pair? l2) (pair? l3))
           (if (or (null? (cdr l1)) (null? (cdr l2)) (null? (cdr l3)))
               (pred (car l1) (car l2) (car l3))
               (or (pred (car l1) (car l2) (car l3))
                   (loop (cdr l1) (cdr l2) (cdr l3))))
           (if (or (null? l1) (null? l2) (null? l3))
               #f
               (error "any: wanted lists, got" list1 list2 list3)))))
    ((pred list1 . more)
     (let loop ((lists (list->vector (cons list1 more))))
       (and (%all-pairs? 'any lists)
            (let ((xs (%heads lists)) (tails (%tails lists)))
              (if (%all-pairs? #f tails)
                  (or (apply pred xs) (loop tails))
                  (apply pred xs))))))))

;;> (every pred list1 list2 ...) -> the last value of pred, or #f as soon as
;;> it is false
;;> (every + '(1 2) '(10 20)) => 22
(define every
  (case-lambda
    ((pred list)
     (if (pair? list)
         (let loop ((x (car list)) (l (cdr list)))
           (if (null? l)
               (pred x)
               (and (pred x)
                    (if (pair? l)
                        (loop (car l) (cdr l))
                        (error "every: wanted a list, got" list)))))
         (if (null? list)
             #t
             (error "every: wanted a list, got" list))))
    ((pred list1 list2)
     (let loop ((l1 list1) (l2 list2))
       (if (and (pair? l1) (pair? l2))
           (if (or (null? (cdr l1)) (null? (cdr l2)))
               (pred (car l1) (car l2))
               (and (pred (car l1) (car l2)) (loop (cdr l1) (cdr l2))))
           (if (or (null? l1) (null? l2))
               #t
               (error "every: wanted lists, got" list1 list2)))))
    ((pred list1 list2 list3)
     (let loop ((l1 list1) (l2 list2) (l3 list3))
       (if (and (pair? l1) (pair? l2) (pair? l3))
           (if (or (null? (cdr l1)) (null? (cdr l2)) (null? (cdr l3)))
               (pred (car l1) (car l2) (car l3))
               (and (pred (car l1) (car l2) (car l3))
                    (loop (cdr l1) (cdr l2) (cdr l3))))
           (if (or (null? l1) (null? l2) (null? l3))
               #t
               (error "every: wanted lists, got" list1 list2 list3)))))
    ((pred list1 . more)
     (let loop ((lists (list->vector (cons list1 more))))
       (or (not (%all-pairs? 'every lists))
           (let ((xs (%heads lists)) (tails (%tails lists)))
             (if (%all-pairs? #f tails)
                 (and (apply pred xs) (loop tails))
                 (apply pred xs))))))))

;;> (list-index pred list1 list2 ...) -> the first position where pred holds,
;;> or #f
;;> (list-index even? '(3 1 4)) => 2
(define list-index
  (case-lambda
    ((pred list)
     (let loop ((l list) (i 0))
       (if (pair? l)
           (if (pred (car l))
               i
               (loop (cdr l) (+ i 1)))
           (if (null? l)
               #f
               (error "list-index: wanted a list, got" list)))))
    ((pred list1 list2)
     (let loop ((l1 list1) (l2 list2) (i 0))
       (if (and (pair? l1) (pair? l2))
           (if (pred (car l1) (car l2))
               i
               (loop (cdr l1) (cdr l2) (+ i 1)))
           (if (or (null? l1) (null? l2))
               #f
               (error "list-index: wanted lists, got" list1 list2)))))
    ((pred list1 . more)
     (let loop ((lists (list->vector (cons list1 more))) (i 0))
       (and (%all-pairs? 'list-index lists)
            (let ((xs (%heads lists)))
              (if (apply pred xs)
                  i
                  (loop (%tails lists) (+ i 1)))))))))

;;> (take-while pred list) -> the leading elements that satisfy pred
;;> (take-while even? '(2 18 3 10)) => (2 18)
(define (take-while pred list)
  (let loop ((l list) (taken (%collector)))
    (if (and (pair? l) (pred (car l)))
        (loop (cdr l) (%collect taken (car l)))
        (if (or (pair? l) (null? l))
            (%collected taken)
            (error "take-while: wanted a list, got" list)))))

;;> (take-while! pred list) -> like take-while; may change the list
;;> (take-while! even? (list 2 3)) => (2)
(define (take-while! pred list) (take-while pred list))

;;> (drop-while pred list) -> the list without those
;;> (drop-while even? '(2 18 3 10)) => (3 10)
(define (drop-while pred list)
  (let loop ((l list))
    (if (and (pair? l) (pred (car l)))
        (loop (cdr l))
        (if (or (pair? l) (null? l))
            l
            (error "drop-while: wanted a list, got" list)))))

;;> (span pred list) -> two values, take-while and drop-while
;;> (call-with-values (lambda () (span even? '(2 3 4))) list) => ((2) (3 4))
(define (span pred list)
  (let loop ((l list) (taken (%collector)))
    (if (and (pair? l) (pred (car l)))
        (loop (cdr l) (%collect taken (car l)))
        (if (or (pair? l) (null? l))
            (values (%collected taken) l)
            (error "span: wanted a list, got" list)))))

;;> (break pred list) -> span up to the first that satisfies pred
;;> (call-with-values (lambda () (break even? '(1 2 3))) list) => ((1) (2 3))
(define (break pred list)
  (let loop ((l list) (taken (%collector)))
    (if (and (pair? l) (not (pred (car l))))
        (loop (cdr l) (%collect taken (car l)))
        (if (or (pair? l) (null? l))
            (values (%collected taken) l)
            (error "break: wanted a list, got" list)))))

;;> (span! pred list), (break! pred list) -> may change the list
;;> (call-with-values (lambda () (break! even? (list 1 2))) list) => ((1) (2))
(define (span! pred list) (span pred list))
(define (break! pred list) (break pred list))

;;> (delete x list [same?]) -> the list without the elements that equal x
;;> (delete 2 '(1 2 3 2)) => (1 3)
(define delete
  (case-lambda
    ((x list) (%without x list))
    ((x list same?)
     (if (%foreseen? same?)
         (or (%without-by x list same?) (%delete x list same?))
         (%delete x list same?)))))

(define (%delete x list same?)
  (let loop ((l list) (kept (%collector)))
    (if (pair? l)
        (loop (cdr l) (if (same? x (car l)) kept (%collect kept (car l))))
        (if (null? l)
            (%collected kept)
            (error "delete: wanted a list, got" list)))))

;;> (delete! x list [same?]) -> like delete; may change the list
;;> (delete! 2 (list 1 2 3)) => (1 3)
(define delete! delete)

;;> (delete-duplicates list [same?]) -> of equal elements the first, in order
;;> (delete-duplicates '(a b a c b)) => (a b c)
(define delete-duplicates
  (case-lambda
    ((list) (%distinct list))
    ((list same?)
     (or (%distinct-by list (%known-comparison same?))
         (%delete-duplicates list same?)))))

(define (%delete-duplicates list same?)
  (let loop ((l list) (kept '()))
    (cond ((null-list? l) (reverse kept))
          ((%seen? same? (car l) kept) (loop (cdr l) kept))
          (else (loop (cdr l) (cons (car l) kept))))))

;; Is there a y in kept such that (same? y x)?
(define (%seen? same? x kept)
  (let loop ((l kept))
    (and (pair? l)
         (or (same? (car l) x)
             (loop (cdr l))))))

;;> (delete-duplicates! list [same?]) -> the same; may change the list
;;> (delete-duplicates! (list 1 1 2)) => (1 2)
(define delete-duplicates! delete-duplicates)

;;> (alist-cons key value alist) -> alist with that entry in front
;;> (alist-cons 'a 1 '((b . 2))) => ((a . 1) (b . 2))
(define (alist-cons key value alist) (cons (cons key value) alist))

;;> (alist-copy alist) -> a copy, entries included
;;> (alist-copy '((a . 1))) => ((a . 1))
(define (alist-copy alist)
  (map (lambda (entry) (cons (car entry) (cdr entry))) alist))

;;> (alist-delete key alist [same?]) -> without the entries of that key
;;> (alist-delete 'a '((a . 1) (b . 2) (a . 3))) => ((b . 2))
(define alist-delete
  (case-lambda
    ((key alist)
     (let loop ((l alist) (kept (%collector)))
       (if (pair? l)
           (loop (cdr l)
                 (if (equal? key (car (car l)))
                     kept
                     (%collect kept (car l))))
           (if (null? l)
               (%collected kept)
               (error "alist-delete: wanted a list, got" alist)))))
    ((key alist same?)
     (let loop ((l alist) (kept (%collector)))
       (if (pair? l)
           (loop (cdr l)
                 (if (same? key (car (car l)))
                     kept
                     (%collect kept (car l))))
           (if (null? l)
               (%collected kept)
               (error "alist-delete: wanted a list, got" alist)))))))

;;> (alist-delete! key alist [same?]) -> the same; may change the list
;;> (alist-delete! 'a (list (cons 'a 1))) => ()
(define alist-delete! alist-delete)

;;; Selectors, zip and count of (srfi 1).

;;> (first list) ... (tenth list) -> that element
;;> (list (first '(a b c)) (third '(a b c))) => (a c)
(define (first x) (car x))
(define (second x) (cadr x))
(define (third x) (caddr x))
(define (fourth x) (cadddr x))
(define (fifth x) (car (cddddr x)))
(define (sixth x) (cadr (cddddr x)))
(define (seventh x) (caddr (cddddr x)))
(define (eighth x) (cadddr (cddddr x)))
(define (ninth x) (car (cddddr (cddddr x))))
(define (tenth x) (cadr (cddddr (cddddr x))))

;;> (car+cdr pair) -> two values, its car and its cdr
;;> (call-with-values (lambda () (car+cdr '(1 . 2))) list) => (1 2)
(define (car+cdr pair) (values (car pair) (cdr pair)))

;;> (take-right list k) -> the last k elements
;;> (take-right '(a b c d) 2) => (c d)
(define (take-right list k)
  (let loop ((lag list) (lead (drop list k)))
    (if (pair? lead)
        (loop (cdr lag) (cdr lead))
        lag)))

;;> (drop-right list k) -> all but the last k elements
;;> (drop-right '(a b c d) 2) => (a b)
(define (drop-right list k)
  (let loop ((lag list) (lead (drop list k)) (taken (%collector)))
    (if (pair? lead)
        (loop (cdr lag) (cdr lead) (%collect taken (car lag)))
        (%collected taken))))

;;> (take! list k) -> like take; may change the list
;;> (take! (list 1 2 3) 2) => (1 2)
(define (take! list k)
  (cond ((<= k 0) '())
        (else (set-cdr! (drop list (- k 1)) '())
              list)))

;;> (drop-right! list k) -> like drop-right; may change the list
;;> (drop-right! (list 1 2 3) 2) => (1)
(define (drop-right! list k) (drop-right list k))

;;> (split-at list k) -> two values, (take list k) and (drop list k)
;;> (call-with-values (lambda () (split-at '(a b c) 1)) list) => ((a) (b c))
(define (split-at list k)
  (let loop ((l list) (k k) (taken (%collector)))
    (cond ((<= k 0) (values (%collected taken) l))
          ((pair? l) (loop (cdr l) (- k 1) (%collect taken (car l))))
          (else (error "split-at: the list is too short:" list)))))

;;> (split-at! list k) -> like split-at; may change the list
;;> (call-with-values (lambda () (split-at! (list 1 2) 1)) list) => ((1) (2))
(define (split-at! list k)
  (let ((tail (drop list k)))
    (values (take! list k) tail)))

;;> (last list) -> its last element
;;> (last '(a b c)) => c
(define (last list) (car (last-pair list)))

;;> (zip list1 list2 ...) -> a list of lists, one per position
;;> (zip '(one two) '(1 2 3)) => ((one 1) (two 2))
(define zip
  (case-lambda
    ((list1 list2) (%zipped list1 list2))
    ((list1 list2 list3) (%rows-of-lists 'zip (list list1 list2 list3)))
    ((list1 . lists) (apply map list list1 lists))))

;;> (unzip1 lists) -> the first element of each; unzip2 ... unzip5 give as
;;> many values
;;> (unzip1 '((1 one) (2 two))) => (1 2)
(define (unzip1 lists) (map first lists))

(define (unzip2 lists)
  (values (map first lists) (map second lists)))

(define (unzip3 lists)
  (values (map first lists) (map second lists) (map third lists)))

(define (unzip4 lists)
  (values (map first lists) (map second lists) (map third lists)
          (map fourth lists)))

(define (unzip5 lists)
  (values (map first lists) (map second lists) (map third lists)
          (map fourth lists) (map fifth lists)))

;;> (count pred list1 list2 ...) -> for how many positions pred holds
;;> (count < '(1 2 4 8) '(2 4 6 1)) => 3
(define count
  (case-lambda
    ((pred list)
     (let loop ((l list) (n 0))
       (if (pair? l)
           (loop (cdr l) (if (pred (car l)) (+ n 1) n))
           (if (null? l) n (error "count: wanted a list, got" list)))))
    ((pred list1 list2)
     (let loop ((l1 list1) (l2 list2) (n 0))
       (if (and (pair? l1) (pair? l2))
           (loop (cdr l1) (cdr l2) (if (pred (car l1) (car l2)) (+ n 1) n))
           (if (or (null? l1) (null? l2))
               n
               (error "count: wanted lists, got" list1 list2)))))
    ((pred list1 . more)
     (let loop ((lists (list->vector (cons list1 more))) (n 0))
       (if (%all-pairs? 'count lists)
           (let ((xs (%heads lists)))
             (loop (%tails lists) (if (apply pred xs) (+ n 1) n)))
           n)))))

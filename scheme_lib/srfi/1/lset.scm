;;; Lists as sets: the last part of (srfi 1). same? gets the element of the
;;; earlier list first. A relation that is foreseen is a matter of
;;; dictionaries (primitives/relations.py).

(define (%subset? same? a b)
  (let ((known (%subset same? a b)))
    (if known
        (not (null? known))
        (every (lambda (x) (%in? same? x b)) a))))

;; Does the relation hold between all neighbours?
(define (%chain? holds? lists)
  (or (null? lists)
      (let loop ((a (car lists)) (rest (cdr lists)))
        (or (null? rest)
            (and (or (eq? a (car rest)) (holds? a (car rest)))
                 (loop (car rest) (cdr rest)))))))

;;> (lset<= same? list ...) -> is each a subset of the next?
;;> (lset<= eq? '(a) '(a b a) '(a b c c)) => #t
(define lset<=
  (case-lambda
    ((same? a b) (or (eq? a b) (%subset? same? a b)))
    ((same? . lists)
     (%chain? (lambda (a b) (%subset? same? a b)) lists))))

;;> (lset= same? list ...) -> do all have the same members?
;;> (lset= eq? '(b e a) '(a e b e)) => #t
(define lset=
  (case-lambda
    ((same? a b) (or (eq? a b) (%same-set? same? a b)))
    ((same? . lists)
     (%chain? (lambda (a b) (%same-set? same? a b)) lists))))

(define (%same-set? same? a b)
  (and (%subset? same? a b)
       (let ((known (%subset same? b a)))
         (if known
             (not (null? known))
             (every (lambda (y) (%in? (lambda (y x) (same? x y)) y a)) b)))))

;;> (lset-adjoin same? list x ...) -> list with those x that it lacks in front
;;> (lset-adjoin eq? '(a b) 'c 'a) => (c a b)
(define (lset-adjoin same? list . elements)
  (%adjoin same? list elements))

(define (%adjoin same? list elements)
  (or (%adjoined same? list elements)
      (fold (lambda (x set)
              (if (%seen? same? x set) set (cons x set)))
            list
            elements)))

;;> (lset-union same? list ...) -> the union
;;> (lset-union eq? '(a b c) '(c d)) => (d a b c)
(define lset-union
  (case-lambda
    ((same? a b) (%united same? b a))
    ((same? . lists)
     (reduce (lambda (list set) (%united same? list set)) '() lists))))

(define (%united same? list set)
  (cond ((null? list) set)
        ((null? set) list)
        ((eq? list set) set)
        (else (%adjoin same? set list))))

;; Is x in list?
(define (%in? same? x list)
  (let loop ((l list))
    (and (pair? l)
         (or (same? x (car l))
             (loop (cdr l))))))

;;> (lset-intersection same? list1 list2 ...) -> what is in all
;;> (lset-intersection eq? '(a b c) '(c a d)) => (a c)
(define lset-intersection
  (case-lambda
    ((same? a b)
     (or (%members-met-in same? a b 'all)
         (filter (lambda (x) (%in? same? x b)) a)))
    ((same? list1 . lists)
     (or (%members-met same? list1 lists 'all)
         (filter (lambda (x) (every (lambda (l) (%in? same? x l)) lists))
                 list1)))))

;;> (lset-difference same? list1 list2 ...) -> what is only in list1
;;> (lset-difference eq? '(a b c) '(c)) => (a b)
(define lset-difference
  (case-lambda
    ((same? a b)
     (or (%members-met-in same? a b 'none)
         (remove (lambda (x) (%in? same? x b)) a)))
    ((same? list1 . lists)
     (or (%members-met same? list1 lists 'none)
         (remove (lambda (x) (any (lambda (l) (%in? same? x l)) lists))
                 list1)))))

;;> (lset-xor same? list ...) -> what is in an odd number of them
;;> (lset-xor eq? '(a b) '(b c)) => (c a)
(define (lset-xor same? . lists)
  (reduce (lambda (b a)
            (let ((swapped (lambda (x y) (same? y x))))
              (append (or (%members-met same? b (cons a '()) 'none)
                          (remove (lambda (y) (%in? swapped y a)) b))
                      (or (%members-met same? a (cons b '()) 'none)
                          (remove (lambda (x) (%in? same? x b)) a)))))
          '()
          lists))

;;> (lset-diff+intersection same? list1 list2 ...) -> two values, what is only
;;> in list1 and what also stands in another
;;> (call-with-values (lambda () (lset-diff+intersection eq? '(a b) '(b)))
;;>   list) => ((a) (b))
(define (lset-diff+intersection same? list1 . lists)
  (let ((out (%members-met same? list1 lists 'none)))
    (if out
        (values out (%members-met same? list1 lists 'some))
        (partition (lambda (x)
                     (not (any (lambda (l) (%in? same? x l)) lists)))
                   list1))))

;;> (lset-union! same? list ...) and the other names in ! -> may change the
;;> first list
;;> (lset-union! eq? (list 'a) (list 'a)) => (a)
(define lset-union! lset-union)
(define lset-intersection! lset-intersection)
(define lset-difference! lset-difference)
(define lset-xor! lset-xor)
(define lset-diff+intersection! lset-diff+intersection)

;;; Lists as sets: the last part of (srfi 1). same? gets the element of the
;;; earlier list first. A relation that is foreseen, or compares what another
;;; procedure gives of the elements, is a matter of dictionaries
;;; (primitives/relations.py): known is what is known of it.

;; Is x in list?
(define (%in? same? x list)
  (let loop ((l list))
    (and (pair? l)
         (or (same? x (car l))
             (loop (cdr l))))))

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
    ((same? a b)
     (or (eq? a b)
         (let ((found (%subset (%known-comparison same?) a b)))
           (if found (not (null? found)) (%all-in? same? a b)))))
    ((same? . lists)
     (%chain? (lambda (a b) (%subset? same? a b)) lists))))

(define (%subset? same? a b)
  (let ((found (%subset same? a b)))
    (if found (not (null? found)) (%all-in? same? a b))))

(define (%all-in? same? a b)
  (every (lambda (x) (%in? same? x b)) a))

;;> (lset= same? list ...) -> do all have the same members?
;;> (lset= eq? '(b e a) '(a e b e)) => #t
(define lset=
  (case-lambda
    ((same? a b)
     (or (eq? a b)
         (let ((found (%same-members (%known-comparison same?) a b)))
           (if found (not (null? found)) (%all-in-both? same? a b)))))
    ((same? . lists)
     (%chain? (lambda (a b) (%same-set? same? a b)) lists))))

(define (%same-set? same? a b)
  (let ((found (%same-members same? a b)))
    (if found (not (null? found)) (%all-in-both? same? a b))))

(define (%all-in-both? same? a b)
  (and (every (lambda (x) (%in? same? x b)) a)
       (every (lambda (y) (%seen? same? y a)) b)))

;;> (lset-adjoin same? list x ...) -> list with those x that it lacks in front
;;> (lset-adjoin eq? '(a b) 'c 'a) => (c a b)
(define lset-adjoin
  (case-lambda
    ((same? list x)
     (let ((elements (cons x '())))
       (or (%adjoined (%known-comparison same?) list elements)
           (%adjoin-each same? list elements))))
    ((same? list x y)
     (let ((elements (cons x (cons y '()))))
       (or (%adjoined (%known-comparison same?) list elements)
           (%adjoin-each same? list elements))))
    ((same? list . elements)
     (or (%adjoined same? list elements)
         (%adjoin-each same? list elements)))))

(define (%adjoin-each same? list elements)
  (fold (lambda (x set)
          (if (%seen? same? x set) set (cons x set)))
        list
        elements))

;;> (lset-union same? list ...) -> the union
;;> (lset-union eq? '(a b c) '(c d)) => (d a b c)
(define lset-union
  (case-lambda
    ((same? a b)
     (if (or (null? b) (null? a) (eq? a b))
         (if (null? a) b a)
         (or (%adjoined (%known-comparison same?) a b)
             (%adjoin-each same? a b))))
    ((same? a b c) (%united-three (%known-comparison same?) same? a b c))
    ((same? . lists)
     (or (%united-all same? lists)
         (reduce (lambda (list set) (%united same? same? list set))
                 '()
                 lists)))))

(define (%united known same? list set)
  (cond ((null? list) set)
        ((null? set) list)
        ((eq? list set) set)
        (else (or (%adjoined known set list)
                  (%adjoin-each same? set list)))))

(define (%united-three known same? a b c)
  (%united known same? c (%united known same? b a)))

;;> (lset-intersection same? list1 list2 ...) -> what is in all
;;> (lset-intersection eq? '(a b c) '(c a d)) => (a c)
(define lset-intersection
  (case-lambda
    ((same? a b)
     (or (%members-met-in (%known-comparison same?) a b 'all)
         (%met same? a b)))
    ((same? list1 . lists)
     (or (%members-met same? list1 lists 'all)
         (filter (lambda (x) (every (lambda (l) (%in? same? x l)) lists))
                 list1)))))

(define (%met same? a b)
  (filter (lambda (x) (%in? same? x b)) a))

;;> (lset-difference same? list1 list2 ...) -> what is only in list1
;;> (lset-difference eq? '(a b c) '(c)) => (a b)
(define lset-difference
  (case-lambda
    ((same? a b)
     (or (%members-met-in (%known-comparison same?) a b 'none)
         (%not-met same? a b)))
    ((same? list1 . lists)
     (or (%members-met same? list1 lists 'none)
         (remove (lambda (x) (any (lambda (l) (%in? same? x l)) lists))
                 list1)))))

(define (%difference known same? a b)
  (or (%members-met-in known a b 'none)
      (%not-met same? a b)))

(define (%not-met same? a b)
  (remove (lambda (x) (%in? same? x b)) a))

;;> (lset-xor same? list ...) -> what is in an odd number of them
;;> (lset-xor eq? '(a b) '(b c)) => (c a)
(define lset-xor
  (case-lambda
    ((same? a b) (%xor (%known-comparison same?) same? a b))
    ((same? . lists)
     (reduce (lambda (b a) (%xor same? same? a b)) '() lists))))

(define (%xor known same? a b)
  (append (or (%members-met-in known b a 'none)
              (remove (lambda (y) (%seen? same? y a)) b))
          (%difference known same? a b)))

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

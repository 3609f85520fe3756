;;; Folding, unfolding, mapping and filtering of (srfi 1).

;;> (fold kons knil list1 list2 ...) -> kons applied from the left; the state
;;> is its last argument
;;> (fold cons* '() '(a b c) '(1 2 3)) => (c 3 b 2 a 1)
(define fold
  (case-lambda
    ((kons knil list)
     (let loop ((l list) (state knil))
       (if (pair? l)
           (loop (cdr l) (kons (car l) state))
           (if (null? l)
               state
               (error "fold: wanted a list, got" list)))))
    ((kons knil list1 list2)
     (let loop ((l1 list1) (l2 list2) (state knil))
       (if (and (pair? l1) (pair? l2))
           (loop (cdr l1) (cdr l2) (kons (car l1) (car l2) state))
           (if (or (null? l1) (null? l2))
               state
               (error "fold: wanted lists, got" list1 list2)))))
    ((kons knil list1 list2 list3)
     (let loop ((l1 list1) (l2 list2) (l3 list3) (state knil))
       (if (and (pair? l1) (pair? l2) (pair? l3))
           (loop (cdr l1) (cdr l2) (cdr l3)
                 (kons (car l1) (car l2) (car l3) state))
           (if (or (null? l1) (null? l2) (null? l3))
               state
               (error "fold: wanted lists, got" list1 list2 list3)))))
    ((kons knil list1 list2 list3 list4)
     (let loop ((l1 list1) (l2 list2) (l3 list3) (l4 list4) (state knil))
       (if (and (pair? l1) (pair? l2) (pair? l3) (pair? l4))
           (loop (cdr l1) (cdr l2) (cdr l3) (cdr l4)
                 (kons (car l1) (car l2) (car l3) (car l4) state))
           (if (or (null? l1) (null? l2) (null? l3) (null? l4))
               state
               (error "fold: wanted lists, got" list1 list2 list3 list4)))))
    ((kons knil list1 . more)
     (let loop ((lists (list->vector (cons list1 more))) (state knil))
       (if (%all-pairs? 'fold lists)
           (let ((xs (%heads lists state)))
             (loop (%tails lists) (apply kons xs)))
           state)))))

;;> (fold-right kons knil list1 list2 ...) -> kons applied from the right
;;> (fold-right cons '(c) '(a b)) => (a b c)
(define fold-right
  (case-lambda
    ((kons knil list)
     (let loop ((l (%reversed list)) (state knil))
       (if (pair? l)
           (loop (cdr l) (kons (car l) state))
           state)))
    ((kons knil list1 list2)
     (let loop ((l1 (%first-reversed list1 list2))
                (l2 (%first-reversed list2 list1))
                (state knil))
       (if (pair? l1)
           (loop (cdr l1) (cdr l2) (kons (car l1) (car l2) state))
           state)))
    ((kons knil list1 . more)
     (let loop ((rows (%rows-reversed 'fold-right (cons list1 more)))
                (state knil))
       (if (pair? rows)
           (let ((xs (%heads (car rows) state)))
             (loop (cdr rows) (apply kons xs)))
           state)))))

;; The successive tails of lists, in vectors, the shortest deciding, last
;; first.
(define (%rows-reversed who lists)
  (let loop ((lists (list->vector lists)) (rows '()))
    (if (%all-pairs? who lists)
        (loop (%tails lists) (cons lists rows))
        rows)))

;; As many elements of list as there are in other too, last first.
(define (%first-reversed list other)
  (let loop ((l list) (o other) (back '()))
    (if (and (pair? l) (pair? o))
        (loop (cdr l) (cdr o) (cons (car l) back))
        (if (or (null? l) (null? o))
            back
            (error "fold-right: wanted lists, got" list other)))))

;;> (pair-fold kons knil list1 list2 ...) -> like fold, over the pairs
;;> (pair-fold cons '() '(a b)) => ((b) (a b))
(define pair-fold
  (case-lambda
    ((kons knil list)
     (let loop ((l list) (state knil))
       (if (pair? l)
           (let ((tail (cdr l)))     ; before kons, which may change the pair
             (loop tail (kons l state)))
           (if (null? l)
               state
               (error "pair-fold: wanted a list, got" list)))))
    ((kons knil list1 . more)
     (let loop ((lists (list->vector (cons list1 more))) (state knil))
       (if (%all-pairs? 'pair-fold lists)
           (let ((tails (%tails lists)) (pairs (vector->list lists)))
             (loop tails (apply kons (append pairs (cons state '())))))
           state)))))

;;> (pair-fold-right kons knil list1 list2 ...) -> from the right, over pairs
;;> (pair-fold-right cons '() '(a b)) => ((a b) (b))
(define pair-fold-right
  (case-lambda
    ((kons knil list)
     (let loop ((tails (%pairs-reversed list)) (state knil))
       (if (pair? tails)
           (loop (cdr tails) (kons (car tails) state))
           state)))
    ((kons knil list1 . more)
     (let loop ((rows (%rows-reversed 'pair-fold-right (cons list1 more)))
                (state knil))
       (if (pair? rows)
           (let ((pairs (vector->list (car rows))))
             (loop (cdr rows) (apply kons (append pairs (cons state '())))))
           state)))))

;; The pairs of a list, last first.
(define (%pairs-reversed list)
  (let loop ((l list) (pairs '()))
    (if (pair? l)
        (loop (cdr l) (cons l pairs))
        (if (null? l)
            pairs
            (error "pair-fold-right: wanted a list, got" list)))))

;;> (reduce f identity list) -> the elements combined by f from the left;
;;> identity is only for the empty list
;;> (reduce max 0 '(3 1 4)) => 4
(define (reduce f identity list)
  (if (pair? list)
      (let loop ((l (cdr list)) (state (car list)))
        (if (pair? l)
            (loop (cdr l) (f (car l) state))
            (if (null? l)
                state
                (error "reduce: wanted a list, got" list))))
      (if (null? list)
          identity
          (error "reduce: wanted a list, got" list))))

;;> (reduce-right f identity list) -> combined from the right
;;> (reduce-right append '() '((1) (2) (3))) => (1 2 3)
(define (reduce-right f identity list)
  (if (pair? list)
      (let ((back (reverse list)))
        (let loop ((l (cdr back)) (state (car back)))
          (if (pair? l)
              (loop (cdr l) (f (car l) state))
              state)))
      (if (null? list)
          identity
          (error "reduce-right: wanted a list, got" list))))

;;> (unfold stop? mapper successor seed [tail-gen]) -> the list of mapped
;;> seeds until stop?
;;> (unfold (lambda (x) (> x 3)) (lambda (x) (* x x)) (lambda (x) (+ x 1)) 1)
;;>   => (1 4 9)
(define unfold
  (case-lambda
    ((stop? mapper successor seed)
     (let loop ((seed seed) (results (%collector)))
       (if (stop? seed)
           (%collected results)
           (loop (successor seed) (%collect results (mapper seed))))))
    ((stop? mapper successor seed tail-gen)
     (let loop ((seed seed) (results '()))
       (if (stop? seed)
           (append-reverse results (tail-gen seed))
           (loop (successor seed) (cons (mapper seed) results)))))))

;;> (unfold-right stop? mapper successor seed [tail]) -> the same from the
;;> right
;;> (unfold-right zero? (lambda (x) (* x x)) (lambda (x) (- x 1)) 3) => (1 4 9)
(define unfold-right
  (case-lambda
    ((stop? mapper successor seed)
     (let loop ((seed seed) (results '()))
       (if (stop? seed)
           results
           (loop (successor seed) (cons (mapper seed) results)))))
    ((stop? mapper successor seed tail)
     (let loop ((seed seed) (results tail))
       (if (stop? seed)
           results
           (loop (successor seed) (cons (mapper seed) results)))))))

;;> (append-map f list1 list2 ...) -> the lists that f gives, in one list
;;> (append-map (lambda (x) (list x (- x))) '(1 3)) => (1 -1 3 -3)
(define append-map
  (case-lambda
    ((f list)
     (let loop ((l list) (results (%collector)))
       (if (pair? l)
           (loop (cdr l) (%collect-list results (f (car l))))
           (if (null? l)
               (%appended results)
               (error "append-map: wanted a list, got" list)))))
    ((f list1 list2)
     (let loop ((l1 list1) (l2 list2) (results (%collector)))
       (if (and (pair? l1) (pair? l2))
           (loop (cdr l1) (cdr l2) (%collect-list results (f (car l1) (car l2))))
           (if (or (null? l1) (null? l2))
               (%appended results)
               (error "append-map: wanted lists, got" list1 list2)))))
    ((f list1 list2 list3)
     (let loop ((l1 list1) (l2 list2) (l3 list3) (results (%collector)))
       (if (and (pair? l1) (pair? l2) (pair? l3))
           (loop (cdr l1) (cdr l2) (cdr l3)
                 (%collect results (f (car l1) (car l2) (car l3))))
           (if (or (null? l1) (null? l2) (null? l3))
               (%appended results)
               (error "append-map: wanted lists, got" list1 list2 list3)))))
    ((f . lists) (concatenate (apply map f lists)))))

;;> (append-map! f list1 list2 ...) -> like append-map; may change the lists
;;> that f gives
;;> (append-map! list '(1 2)) => (1 2)
(define append-map! append-map)

;;> (map! f list1 list2 ...) -> like map; may change list1
;;> (map! - (list 1 2)) => (-1 -2)
(define map! map)

;;> (map-in-order f list1 list2 ...) -> map, from left to right
;;> (map-in-order - '(1 2)) => (-1 -2)
(define map-in-order map)

;;> (pair-for-each f list1 list2 ...) calls f on the successive pairs
;;> (let ((n 0)) (pair-for-each (lambda (p) (set! n (+ n (length p)))) '(a b))
;;>   n) => 3
(define pair-for-each
  (case-lambda
    ((f list)
     (let loop ((l list))
       (if (pair? l)
           (let ((tail (cdr l)))        ; before f, which may change the pair
             (f l)
             (loop tail))
           (if (not (null? l))
               (error "pair-for-each: wanted a list, got" list)))))
    ((f list1 . more)
     (let loop ((lists (list->vector (cons list1 more))))
       (when (%all-pairs? 'pair-for-each lists)
         (let ((tails (%tails lists)) (pairs (vector->list lists)))
           (apply f pairs)
           (loop tails)))))))

;;> (filter-map f list1 list2 ...) -> the results of f that are not #f
;;> (filter-map (lambda (x) (and (number? x) (* x x))) '(a 1 b 3)) => (1 9)
(define filter-map
  (case-lambda
    ((f list)
     (let loop ((l list) (results (%collector)))
       (if (pair? l)
           (let ((x (f (car l))))
             (loop (cdr l) (if x (%collect results x) results)))
           (if (null? l)
               (%collected results)
               (error "filter-map: wanted a list, got" list)))))
    ((f list1 list2)
     (let loop ((l1 list1) (l2 list2) (results (%collector)))
       (if (and (pair? l1) (pair? l2))
           (let ((x (f (car l1) (car l2))))
             (loop (cdr l1) (cdr l2) (if x (%collect results x) results)))
           (if (or (null? l1) (null? l2))
               (%collected results)
               (error "filter-map: wanted lists, got" list1 list2)))))
    ((f list1 list2 list3)
     (let loop ((l1 list1) (l2 list2) (l3 list3) (results (%collector)))
       (if (and (pair? l1) (pair? l2) (pair? l3))
           (let ((x (f (car l1) (car l2) (car l3))))
             (loop (cdr l1) (cdr l2) (cdr l3)
                   (if x (%collect results x) results)))
           (if (or (null? l1) (null? l2) (null? l3))
               (%collected results)
               (error "filter-map: wanted lists, got" list1 list2 list3)))))
    ((f . lists) (filter values (apply map f lists)))))

;;> (filter pred list) -> the elements that satisfy pred, in order
;;> (filter odd? '(1 2 3)) => (1 3)
(define (filter pred list)
  (let loop ((l list) (kept (%collector)))
    (if (pair? l)
        (loop (cdr l) (if (pred (car l)) (%collect kept (car l)) kept))
        (if (null? l)
            (%collected kept)
            (error "filter: wanted a list, got" list)))))

;;> (remove pred list) -> the elements that do not satisfy pred
;;> (remove odd? '(1 2 3)) => (2)
(define (remove pred list)
  (let loop ((l list) (kept (%collector)))
    (if (pair? l)
        (loop (cdr l) (if (pred (car l)) kept (%collect kept (car l))))
        (if (null? l)
            (%collected kept)
            (error "remove: wanted a list, got" list)))))

;;> (partition pred list) -> two values, what satisfies pred and what does not
;;> (call-with-values (lambda () (partition odd? '(1 2 3))) list)
;;>   => ((1 3) (2))
(define (partition pred list)
  (let loop ((l list) (in (%collector)) (out (%collector)))
    (if (pair? l)
        (if (pred (car l))
            (loop (cdr l) (%collect in (car l)) out)
            (loop (cdr l) in (%collect out (car l))))
        (if (null? l)
            (values (%collected in) (%collected out))
            (error "partition: wanted a list, got" list)))))

;;> (filter! pred list), (remove! pred list), (partition! pred list) -> like
;;> the above; may change the list
;;> (filter! odd? (list 1 2 3)) => (1 3)
(define (filter! pred list) (filter pred list))
(define (remove! pred list) (remove pred list))
(define (partition! pred list) (partition pred list))

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
           state)))
    ((kons knil list1 . more)
     (let loop ((lists (cons list1 more)) (state knil))
       (if (every pair? lists)
           (loop (map cdr lists)
                 (apply kons (append (map car lists) (list state))))
           state)))))

;;> (fold-right kons knil list1 list2 ...) -> kons applied from the right
;;> (fold-right cons '(c) '(a b)) => (a b c)
(define fold-right
  (case-lambda
    ((kons knil list)
     (let loop ((l (reverse list)) (state knil))
       (if (pair? l)
           (loop (cdr l) (kons (car l) state))
           state)))
    ((kons knil list1 . more)
     (let loop ((columns (reverse (apply map list list1 more))) (state knil))
       (if (pair? columns)
           (loop (cdr columns)
                 (apply kons (append (car columns) (list state))))
           state)))))

;; The successive tails of lists, the shortest deciding, last first.
(define (%tails-reversed lists)
  (let loop ((lists lists) (tails '()))
    (if (every pair? lists)
        (loop (map cdr lists) (cons lists tails))
        tails)))

;;> (pair-fold kons knil list1 list2 ...) -> like fold, over the pairs
;;> (pair-fold cons '() '(a b)) => ((b) (a b))
(define (pair-fold kons knil list1 . more)
  (let loop ((lists (cons list1 more)) (state knil))
    (if (every pair? lists)
        (let ((tails (map cdr lists)))
          (loop tails (apply kons (append lists (list state)))))
        state)))

;;> (pair-fold-right kons knil list1 list2 ...) -> from the right, over pairs
;;> (pair-fold-right cons '() '(a b)) => ((a b) (b))
(define (pair-fold-right kons knil list1 . more)
  (let loop ((tails (%tails-reversed (cons list1 more))) (state knil))
    (if (pair? tails)
        (loop (cdr tails) (apply kons (append (car tails) (list state))))
        state)))

;;> (reduce f identity list) -> the elements combined by f from the left;
;;> identity is only for the empty list
;;> (reduce max 0 '(3 1 4)) => 4
(define (reduce f identity list)
  (if (null-list? list)
      identity
      (fold f (car list) (cdr list))))

;;> (reduce-right f identity list) -> combined from the right
;;> (reduce-right append '() '((1) (2) (3))) => (1 2 3)
(define (reduce-right f identity list)
  (if (null-list? list)
      identity
      (let ((back (reverse list)))
        (fold f (car back) (cdr back)))))

;;> (unfold stop? mapper successor seed [tail-gen]) -> the list of mapped
;;> seeds until stop?
;;> (unfold (lambda (x) (> x 3)) (lambda (x) (* x x)) (lambda (x) (+ x 1)) 1)
;;>   => (1 4 9)
(define (unfold stop? mapper successor seed . options)
  (let loop ((seed seed) (results '()))
    (if (stop? seed)
        (append-reverse results
                        (if (pair? options) ((car options) seed) '()))
        (loop (successor seed) (cons (mapper seed) results)))))

;;> (unfold-right stop? mapper successor seed [tail]) -> the same from the
;;> right
;;> (unfold-right zero? (lambda (x) (* x x)) (lambda (x) (- x 1)) 3) => (1 4 9)
(define (unfold-right stop? mapper successor seed . options)
  (let loop ((seed seed) (results (if (pair? options) (car options) '())))
    (if (stop? seed)
        results
        (loop (successor seed) (cons (mapper seed) results)))))

;;> (append-map f list1 list2 ...) -> the lists that f gives, in one list
;;> (append-map (lambda (x) (list x (- x))) '(1 3)) => (1 -1 3 -3)
(define append-map
  (case-lambda
    ((f list)
     (let loop ((l list) (results '()))
       (if (pair? l)
           (loop (cdr l) (cons (f (car l)) results))
           (%append-back results))))
    ((f . lists) (concatenate (apply map f lists)))))

;; The lists in back, last first, as one list that shares only the last.
(define (%append-back back)
  (if (null? back)
      '()
      (let loop ((back (cdr back)) (tail (car back)))
        (if (pair? back)
            (loop (cdr back) (append-reverse (reverse (car back)) tail))
            tail))))

;;> (append-map! f list1 list2 ...) -> like append-map; may change the lists
;;> that f gives
;;> (append-map! list '(1 2)) => (1 2)
(define (append-map! f . lists) (apply append-map f lists))

;;> (map! f list1 list2 ...) -> like map; may change list1
;;> (map! - (list 1 2)) => (-1 -2)
(define (map! f . lists) (apply map f lists))

;;> (map-in-order f list1 list2 ...) -> map, from left to right
;;> (map-in-order - '(1 2)) => (-1 -2)
(define map-in-order map)

;;> (pair-for-each f list1 list2 ...) calls f on the successive pairs
;;> (let ((n 0)) (pair-for-each (lambda (p) (set! n (+ n (length p)))) '(a b))
;;>   n) => 3
(define (pair-for-each f list1 . more)
  (let loop ((lists (cons list1 more)))
    (when (every pair? lists)
      (let ((tails (map cdr lists))) ; before f, which may change the pairs
        (apply f lists)
        (loop tails)))))

;;> (filter-map f list1 list2 ...) -> the results of f that are not #f
;;> (filter-map (lambda (x) (and (number? x) (* x x))) '(a 1 b 3)) => (1 9)
(define filter-map
  (case-lambda
    ((f list)
     (let loop ((l list) (results (%collector)))
       (if (pair? l)
           (let ((x (f (car l))))
             (loop (cdr l) (if x (%collect results x) results)))
           (%collected results))))
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
  (let loop ((l list) (in '()) (out '()))
    (cond ((null-list? l) (values (reverse in) (reverse out)))
          ((pred (car l)) (loop (cdr l) (cons (car l) in) out))
          (else (loop (cdr l) in (cons (car l) out))))))

;;> (filter! pred list), (remove! pred list), (partition! pred list) -> like
;;> the above; may change the list
;;> (filter! odd? (list 1 2 3)) => (1 3)
(define (filter! pred list) (filter pred list))
(define (remove! pred list) (remove pred list))
(define (partition! pred list) (partition pred list))

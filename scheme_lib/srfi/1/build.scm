;;; Constructors, predicates, length, append and reverse of (srfi 1).

;;> (xcons d a) -> (a . d)
;;> (xcons '(b) 'a) => (a b)
(define (xcons d a) (cons a d))

;;> (list-tabulate n proc) -> ((proc 0) ... (proc n-1))
;;> (list-tabulate 4 (lambda (i) (* i i))) => (0 1 4 9)
(define (list-tabulate n proc)
  (let loop ((i 0) (results '()))
    (if (< i n)
        (loop (+ i 1) (cons (proc i) results))
        (reverse results))))

;;> (circular-list a b ...) -> a list that begins again after its last element
;;> (list-ref (circular-list 'a 'b 'c) 100) => b
(define (circular-list first . rest)
  (let ((all (cons first rest)))
    (set-cdr! (last-pair all) all)
    all))

;;> (iota count [start [step]]) -> (start start+step ...)
;;> (iota 5 0 -1/2) => (0 -1/2 -1 -3/2 -2)
(define iota
  (case-lambda
    ((count) (%iota count))
    ((count start) (%iota count start))
    ((count start step) (%iota count start step))))

;; Walks x at two speeds; calls found with the end, or circular.
(define (%walk x found circular)
  (let loop ((slow x) (fast x) (steps 0))
    (cond ((not (pair? fast)) (found fast steps))
          ((not (pair? (cdr fast))) (found (cdr fast) (+ steps 1)))
          (else
           (let ((slow (cdr slow)) (fast (cddr fast)))
             (if (eq? slow fast)
                 (circular)
                 (loop slow fast (+ steps 2))))))))

;;> (proper-list? x) -> is x a list that ends in ()?
;;> (proper-list? '(1 . 2)) => #f
(define (proper-list? x)
  (%walk x (lambda (end n) (null? end)) (lambda () #f)))

;;> (circular-list? x) -> does x never end?
;;> (circular-list? (circular-list 1 2)) => #t
(define (circular-list? x)
  (%walk x (lambda (end n) #f) (lambda () #t)))

;;> (dotted-list? x) -> does x end in something else than ()?
;;> (dotted-list? '(1 . 2)) => #t
(define (dotted-list? x)
  (%walk x (lambda (end n) (not (null? end))) (lambda () #f)))

;;> (not-pair? x) -> is x anything but a pair?
;;> (not-pair? '()) => #t
(define (not-pair? x) (not (pair? x)))

;;> (null-list? list) -> is the proper or circular list empty?
;;> (null-list? '(1)) => #f
(define (null-list? x)
  (cond ((pair? x) #f)
        ((null? x) #t)
        (else (error "null-list?: wanted a list, got" x))))

(define (%list=2 same? a b)
  (or (eq? a b)
      (let loop ((a a) (b b))
        (cond ((null-list? a) (null-list? b))
              ((null-list? b) #f)
              (else (and (same? (car a) (car b))
                         (loop (cdr a) (cdr b))))))))

;;> (list= same? list ...) -> are neighbours alike element by element?
;;> (list= eq? '(a b) '(a b) '(a b)) => #t
(define (list= same? . lists)
  (or (null? lists)
      (let loop ((a (car lists)) (rest (cdr lists)))
        (or (null? rest)
            (and (%list=2 same? a (car rest))
                 (loop (car rest) (cdr rest)))))))

;;> (length+ x) -> the length of x, or #f for a circular list
;;> (length+ (circular-list 1)) => #f
(define (length+ x)
  (%walk x
         (lambda (end n)
           (if (null? end)
               n
               (error "length+: wanted a list, got" x)))
         (lambda () #f)))

;;> (concatenate lists) -> all of them in one list
;;> (concatenate '((1 2) () (3))) => (1 2 3)
(define (concatenate lists) (apply append lists))

;;> (append! list ...) -> all of them in one list; may change all but the last
;;> (append! (list 1 2) '() (list 3)) => (1 2 3)
(define (append! . lists) (concatenate! lists))

;;> (concatenate! lists) -> like (apply append! lists)
;;> (concatenate! (list (list 1) (list 2))) => (1 2)
(define (concatenate! lists)
  (if (null? lists)
      '()
      (let loop ((back (cdr (reverse lists))) (tail (last lists)))
        (cond ((null? back) tail)
              ((null? (car back)) (loop (cdr back) tail))
              (else
               (set-cdr! (last-pair (car back)) tail)
               (loop (cdr back) (car back)))))))

;;> (reverse! list) -> the list in reverse; may reuse its pairs
;;> (reverse! (list 1 2 3)) => (3 2 1)
(define (reverse! list) (append-reverse! list '()))

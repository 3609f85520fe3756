;;; Generators from generators of (srfi 158).

;; What a call gives, which is not in tail position then: whoever asks for the
;; next value takes that in its own frame, and need not look whether there is
;; a call left to make.
(define-syntax %given
  (syntax-rules ()
    ((_ call)
     (let ((x call))
       (if (eof-object? x) %eof x)))))

;; An end of file among the objects is one of them; it would end the first of
;; those that are joined.
;;> (gcons* x ... generator) -> those objects, then the generator's
;;> (generator->list (gcons* 'a 'b (generator 1))) => (a b 1)
(define (gcons* . args)
  (or (and (not (memv %eof args)) (%generators-joined (%apart args)))
      (%gcons* args)))

;; All but the last in one generator.
(define (%apart args)
  (if (null? args)
      '()
      (let ((turned (reverse args)))
        (list (list->generator (reverse (cdr turned))) (car turned)))))

(define (%gcons* args)
  (lambda ()
    (cond ((null? args) %eof)
          ((null? (cdr args)) (%given ((car args))))
          (else
           (let ((x (car args)))
             (set! args (cdr args))
             x)))))

;;> (gappend generator ...) -> one after the other
;;> (generator->list (gappend (generator 1 2) (generator 3))) => (1 2 3)
(define (gappend . generators)
  (or (%generators-joined generators) (%gappend generators)))

(define (%gappend generators)
  (lambda ()
    (let loop ()
      (if (pair? generators)
          (let ((x ((car generators))))
            (cond ((eof-object? x)
                   (set! generators (cdr generators))
                   (loop))
                  (else x)))
          %eof))))

;;> (gflatten generator) -> the values of the generators, or lists, it gives
;;> (generator->list (gflatten (generator (generator 1) (generator 2 3))))
;;>   => (1 2 3)
(define (gflatten generators)
  (let ((g #f))
    (lambda ()
      (let loop ()
        (if (eof-object? g)
            %eof
            (let ((x (if g (g) %eof)))
              (cond ((eof-object? x) (set! g (%as-generator (generators))) (loop))
                    (else x))))))))

(define (%as-generator x)
  (if (or (pair? x) (null? x)) (list->generator x) x))

;;> (ggroup generator k [padding]) -> lists of k elements; the last may be
;;> shorter or padded
;;> (generator->list (ggroup (generator 1 2 3) 2)) => ((1 2) (3))
(define ggroup
  (case-lambda
    ((g k)
     (lambda ()
       (let ((items (generator->list g k)))
         (if (null? items) %eof items))))
    ((g k padding)
     (let ((group (ggroup g k)))
       (lambda ()
         (let ((items (group)))
           (if (eof-object? items)
               items
               (append items
                       (make-list (- k (length items)) padding)))))))))

;;> (gmerge < generator1 generator2 ...) -> sorted generators in one, stable
;;> (generator->list (gmerge < (generator 1 4) (generator 2 3))) => (1 2 3 4)
(define gmerge
  (case-lambda
    ((less? g) g)
    ((less? g1 g2)
     (let ((x1 (g1)) (x2 (g2)))
       (define (first!) (let ((x x1)) (set! x1 (g1)) x))
       (define (second!) (let ((x x2)) (set! x2 (g2)) x))
       (lambda ()
         (cond ((eof-object? x1) (second!))
               ((eof-object? x2) (first!))
               ((less? x2 x1) (second!))
               (else (first!))))))
    ((less? g1 g2 . more)
     (apply gmerge less? (gmerge less? g1 g2) more))))

;; The next value of each, or end of file as soon as one has ended.
(define (%nexts generators)
  (let loop ((l generators) (xs '()))
    (if (null? l)
        (reverse xs)
        (let ((x ((car l))))
          (if (eof-object? x)
              x
              (loop (cdr l) (cons x xs)))))))

;;> (gmap proc generator1 generator2 ...) -> the results of proc
;;> (generator->list (gmap + (generator 1 2) (generator 10 20))) => (11 22)
(define gmap
  (case-lambda
    ((f g)
     (lambda ()
       (let ((x (g)))
         (if (eof-object? x) x (%given (f x))))))
    ((f g1 g2)
     (lambda ()
       (let ((x (g1)))
         (if (eof-object? x)
             x
             (let ((y (g2)))
               (if (eof-object? y) y (%given (f x y))))))))
    ((f g . more)
     (define generators (cons g more))
     (lambda ()
       (let ((xs (%nexts generators)))
         (if (eof-object? xs) xs (apply f xs)))))))

;;> (gcombine proc seed generator1 generator2 ...) -> (proc x ... seed) gives
;;> the value and the next seed
;;> (generator->list (gcombine (lambda (x sum) (values (+ x sum) (+ x sum))) 0
;;>   (generator 1 2 3))) => (1 3 6)
(define gcombine
  (case-lambda
    ((f seed g)
     (lambda ()
       (let ((x (g)))
         (if (eof-object? x)
             x
             (call-with-values
              (lambda () (f x seed))
              (lambda (y next)
                (set! seed next)
                y))))))
    ((f seed generator1 . more)
     (define generators (cons generator1 more))
     (lambda ()
       (let ((xs (%nexts generators)))
         (if (eof-object? xs)
             xs
             (call-with-values
              (lambda () (apply f (append xs (list seed))))
              (lambda (x next)
                (set! seed next)
                x))))))))

;;> (gfilter pred generator), (gremove pred generator) -> those that satisfy
;;> pred, those that do not
;;> (generator->list (gfilter odd? (generator 1 2 3))) => (1 3)
(define (gfilter pred g)
  (lambda ()
    (let loop ()
      (let ((x (g)))
        (if (or (eof-object? x) (pred x)) x (loop))))))

(define (gremove pred g)
  (lambda ()
    (let loop ()
      (let ((x (g)))
        (if (or (eof-object? x) (not (pred x))) x (loop))))))

;;> (gstate-filter proc seed generator) -> the values for which (proc x seed)
;;> gives true; its second value is the next seed
;;> (generator->list (gstate-filter (lambda (x n) (values (< n 2) (+ n 1))) 0
;;>   (generator 'a 'b 'c))) => (a b)
(define (gstate-filter f seed g)
  (lambda ()
    (let loop ()
      (let ((x (g)))
        (if (eof-object? x)
            x
            (call-with-values
             (lambda () (f x seed))
             (lambda (keep? next)
               (set! seed next)
               (if keep? x (loop)))))))))

;;> (gtake generator k [padding]) -> the first k values, padded if given
;;> (generator->list (gtake (generator 1) 3 0)) => (1 0 0)
(define gtake
  (case-lambda
    ((g k) (or (%generator-first g k) (gtake g k %eof)))
    ((g k padding)
     (let ((i 0))
       (lambda ()
         (if (< i k)
             (let ((x (g)))
               (set! i (+ i 1))
               (if (eof-object? x) padding x))
             %eof))))))

;;> (gdrop generator k) -> without the first k
;;> (generator->list (gdrop (generator 1 2 3) 2)) => (3)
(define (gdrop g k)
  (or (%generator-rest g k) (%gdrop g k)))

(define (%gdrop g k)
  (lambda ()
    (let loop ()
      (cond ((> k 0) (set! k (- k 1)) (g) (loop))
            (else (%given (g)))))))

;;> (gtake-while pred generator), (gdrop-while pred generator) -> up to the
;;> first that does not satisfy pred, and from there on
;;> (generator->list (gdrop-while odd? (generator 1 2 3))) => (2 3)
(define (gtake-while pred g)
  (let ((over? #f))
    (lambda ()
      (if over?
          %eof
          (let ((x (g)))
            (cond ((and (not (eof-object? x)) (pred x)) x)
                  (else (set! over? #t) %eof)))))))

(define (gdrop-while pred g)
  (let ((dropping? #t))
    (lambda ()
      (let loop ()
        (let ((x (g)))
          (cond ((and dropping? (not (eof-object? x)) (pred x)) (loop))
                (else (set! dropping? #f) x)))))))

;;> (gdelete x generator [same?]) -> without the values that equal x
;;> (generator->list (gdelete 2 (generator 1 2 3))) => (1 3)
(define gdelete
  (case-lambda
    ((item g)
     (lambda ()
       (let loop ()
         (let ((x (g)))
           (cond ((eof-object? x) x)
                 ((equal? item x) (loop))
                 (else x))))))
    ((item g same?) (gremove (lambda (x) (same? item x)) g))))

;; Nothing equals the end of file that stands before the first.
(define-syntax %without-neighbours
  (syntax-rules ()
    ((_ same? g)
     (let ((previous %eof))
       (lambda ()
         (let loop ()
           (let ((x (g)))
             (cond ((eof-object? x) x)
                   ((and (not (eof-object? previous)) (same? previous x))
                    (loop))
                   (else
                    (set! previous x)
                    x)))))))))

;;> (gdelete-neighbor-dups generator [same?]) -> of equal neighbours the first
;;> (generator->list (gdelete-neighbor-dups (generator 1 1 2 1))) => (1 2 1)
(define gdelete-neighbor-dups
  (case-lambda
    ((g) (%without-neighbours equal? g))
    ((g same?) (%without-neighbours same? g))))

;;> (gindex values indexes) -> the values at those growing positions
;;> (generator->list (gindex (generator 'a 'b 'c) (generator 0 2))) => (a c)
(define (gindex g indexes)
  (let ((at 0))
    (lambda ()
      (let ((wanted (indexes)))
        (if (eof-object? wanted)
            wanted
            (let loop ()
              (let ((x (g)))
                (cond ((eof-object? x) x)
                      ((= at wanted) (set! at (+ at 1)) x)
                      (else (set! at (+ at 1)) (loop))))))))))

;;> (gselect values truths) -> the values beside which a true value stands
;;> (generator->list (gselect (generator 1 2 3) (generator #t #f #t))) => (1 3)
(define (gselect g truths)
  (lambda ()
    (let loop ()
      (let* ((x (g)) (keep? (if (eof-object? x) x (truths))))
        (cond ((or (eof-object? x) (eof-object? keep?)) %eof)
              (keep? x)
              (else (loop)))))))

;;; A table over eq?, eqv?, equal?, string=?, string-ci=?, the default
;;; comparator, or what is made of these and of numbers, is one of the engine. A table over another equality is a record of ours: an engine table
;;; from hash to the list of the entries with that hash.

(define-record-type custom
  (%make-custom same? hash buckets size)
  custom?
  (same? custom-same?)
  (hash custom-hash)
  (buckets custom-buckets)
  (size custom-size custom-size!))

(define %missing (list 'missing)) ; no value of a program is eq? to it

(define %default=? (comparator-equality-predicate (make-default-comparator)))

;; An empty table of the engine over an equality, or #f. What was registered
;; with the default comparator is Scheme.
(define (%native-table same?)
  (if (eq? same? %default=?)
      (and (not (%world-setting 'srfi-128-registered))
           (%make-hash-table 'default))
      (%hash-table-over same?)))

;; The same over the equality of a comparator that is made of such.
(define (%compared-table same? hash)
  (and (not (%world-setting 'srfi-128-registered))
       (%hash-table-compared same? (or hash %any-hash))))

;; One bucket: right for any equality when we know no better.
(define (%any-hash x) 0)

(define (%new-custom same? hash)
  (%tables-may-ask!)
  (%make-custom same? hash (%make-hash-table 'eqv) 0))

(define (%custom-table same? hash)
  (%new-custom same? (if (procedure? hash) hash %any-hash)))

;;> (make-hash-table [comparator-or-equality [hash] arg ...]) -> an empty
;;> table; equal? if nothing is given
;;> (hash-table-size (make-hash-table)) => 0
(define make-hash-table
  (case-lambda
    (() (%make-hash-table 'equal))
    ((x)
     (or (%hash-table-over x)
         (and (comparator? x)
              (%native-table (comparator-equality-predicate x)))
         (%new-table x '())))
    ((x hash) (or (%hash-table-over x) (%new-table x (list hash))))
    ((x . args) (%new-table x args))))

(define (%new-table x args)
  (cond ((comparator? x)
         (let ((same? (comparator-equality-predicate x))
               (hash (and (comparator-hashable? x)
                          (comparator-hash-function x))))
           (or (%native-table same?)
               (%compared-table same? hash)
               (%custom-table same? hash))))
        ((procedure? x)
         (or (%native-table x)
             (%custom-table x (and (pair? args) (car args)))))
        ((exact-integer? x) (%make-hash-table 'equal)) ; a size
        (else
         (error "make-hash-table: wanted a comparator or equality, got"
                x))))

;;> (hash-table comparator key value ...) -> a table of these
;;> (hash-table-ref (hash-table equal? 'a 1 'b 2) 'b) => 2
(define (hash-table comparator . plist)
  (let ((t (make-hash-table comparator)))
    (if (%hash-table? t)
        (%hash-table-extended! t plist)
        (let loop ((l plist))
          (cond ((null? l) t)
                ((null? (cdr l))
                 (error "hash-table: a key without value:" (car l)))
                (else (hash-table-set! t (car l) (cadr l))
                      (loop (cddr l))))))))

(define-syntax %unfold
  (syntax-rules ()
    ((_ stop? mapper successor first made)
     (let ((t made))
       (let loop ((seed first))
         (if (stop? seed)
             t
             (call-with-values
              (lambda () (mapper seed))
              (lambda (key value)
                (hash-table-set! t key value)
                (loop (successor seed))))))))))

;;> (hash-table-unfold stop? mapper successor seed comparator arg ...) -> a
;;> table of the keys and values (two values) that mapper gives
;;> (hash-table-size (hash-table-unfold zero? (lambda (n) (values n n)) (lambda
;;>   (n) (- n 1)) 3 equal?)) => 3
(define hash-table-unfold
  (case-lambda
    ((stop? mapper successor seed comparator)
     (%unfold stop? mapper successor seed (make-hash-table comparator)))
    ((stop? mapper successor seed comparator . args)
     (%unfold stop? mapper successor seed
              (apply make-hash-table comparator args)))))

;;> (alist->hash-table alist [comparator-or-equality [hash] arg ...]) -> a
;;> table of the entries; the first of a key counts
;;> (hash-table->alist (alist->hash-table '((a . 1) (a . 2)) eq?)) => ((a . 1))
(define alist->hash-table
  (case-lambda
    ((alist) (%hash-table-filled alist (%make-hash-table 'equal)))
    ((alist x)
     (or (%hash-table-filled-over x alist)
         (%with-entries alist (make-hash-table x))))
    ((alist . args) (%with-entries alist (apply make-hash-table args)))))

(define (%with-entries alist t)
  (if (%hash-table? t)
      (%hash-table-filled alist t)
      (begin
        (for-each
         (lambda (entry)
           (if (not (hash-table-contains? t (car entry)))
               (hash-table-set! t (car entry) (cdr entry))))
         alist)
        t)))

;;> (hash-table? x) -> is it a hash table?
;;> (hash-table? '((a . 1))) => #f
(define (hash-table? x) (or (%hash-table? x) (custom? x)))

;; The entry of key in a custom table, or #f.
(define (%entry t key)
  (let ((same? (custom-same? t)))
    (let loop ((l (%hash-table-ref (custom-buckets t)
                                   ((custom-hash t) key)
                                   '())))
      (cond ((null? l) #f)
            ((same? (caar l) key) (car l))
            (else (loop (cdr l)))))))

;; The value of key, or default.
(define (%ref t key default)
  (if (%hash-table? t)
      (%hash-table-ref t key default)
      (%other-ref t key default)))

(define (%other-ref t key default)
  (if (custom? t)
      (let ((entry (%entry t key)))
        (if entry (cdr entry) default))
      (%hash-table-ref t key default))) ; an error, with its words

(define (%other-set! t key value)
  (if (custom? t)
      (%custom-set! t key value)
      (%hash-table-set! t key value))) ; an error, with its words

(define (%custom-set! t key value)
  (let ((entry (%entry t key)))
    (if entry
        (set-cdr! entry value)
        (let ((h ((custom-hash t) key)) (buckets (custom-buckets t)))
          (%hash-table-set! buckets h
                            (cons (cons key value)
                                  (%hash-table-ref buckets h '())))
          (custom-size! t (+ (custom-size t) 1))))))

;; 1 if the key was there, else 0.
(define (%custom-delete! t key)
  (let ((entry (%entry t key)))
    (if (not entry)
        0
        (let ((h ((custom-hash t) key)) (buckets (custom-buckets t)))
          (let loop ((l (%hash-table-ref buckets h '())) (kept '()))
            (cond ((null? l) (%hash-table-set! buckets h (reverse kept)))
                  ((eq? (car l) entry) (loop (cdr l) kept))
                  (else (loop (cdr l) (cons (car l) kept)))))
          (custom-size! t (- (custom-size t) 1))
          1))))

;;> (hash-table-contains? table key), (hash-table-exists? table key) -> is
;;> there such a key?
;;> (hash-table-contains? (hash-table eq? 'a 1) 'b) => #f
(define (hash-table-contains? t key)
  (if (%hash-table? t)
      (%hash-table-contains? t key)
      (%other-contains? t key)))
(define hash-table-exists? hash-table-contains?)

(define (%other-contains? t key)
  (not (eq? (%ref t key %missing) %missing)))

;;> (hash-table-ref table key [failure [success]]) -> the value of key, given
;;> to success if there is one; without such a key the value of (failure)
;;> (hash-table-ref (hash-table eq? 'a 1) 'b (lambda () 'none)) => none
(define hash-table-ref
  (case-lambda
    ((t key)
     (if (%hash-table? t)
         (%hash-table-at t key)
         (%other-at t key)))
    ((t key failure)
     (let ((value (%ref t key %missing)))
       (if (eq? value %missing) (failure) value)))
    ((t key failure success)
     (let ((value (%ref t key %missing)))
       (if (eq? value %missing) (failure) (success value))))))

(define (%other-at t key)
  (let ((value (%other-ref t key %missing)))
    (if (eq? value %missing)
        (error "hash-table-ref: no such key:" key)
        value)))

;;> (hash-table-ref/default table key default) -> the value of key, or default
;;> (hash-table-ref/default (hash-table eq? 'a 1) 'b 0) => 0
(define (hash-table-ref/default t key default)
  (if (%hash-table? t)
      (%hash-table-ref t key default)
      (%ref t key default)))

;;> (hash-table-set! table key value ...) puts each value under its key
;;> (let ((t (make-hash-table))) (hash-table-set! t 'a 1 'b 2)
;;>   (hash-table-values t)) => (1 2)
(define hash-table-set!
  (case-lambda
    ((t key value)
     (if (%hash-table? t)
         (%hash-table-set! t key value)
         (%other-set! t key value)))
    ((t . plist)
     (let loop ((l plist))
       (when (pair? l)
         (if (null? (cdr l))
             (error "hash-table-set!: a key without value:" (car l)))
         (hash-table-set! t (car l) (cadr l))
         (loop (cddr l)))))))

;;> (hash-table-delete! table key ...) -> how many of the keys were there
;;> (let ((t (hash-table eq? 'a 1))) (hash-table-delete! t 'a 'b)) => 1
(define hash-table-delete!
  (case-lambda
    ((t key)
     (if (%hash-table? t)
         (%hash-table-delete! t key)
         (%other-delete! t key)))
    ((t . keys)
     (let loop ((l keys) (n 0))
       (if (null? l)
           n
           (loop (cdr l) (+ n (hash-table-delete! t (car l)))))))))

(define (%other-delete! t key)
  (if (custom? t)
      (%custom-delete! t key)
      (%hash-table-delete! t key))) ; an error, with its words

;;> (hash-table-intern! table key failure) -> the value of key; if there is
;;> none that of (failure), which is put there
;;> (let ((t (make-hash-table))) (hash-table-intern! t 'a (lambda () 5))
;;>   (hash-table-ref t 'a)) => 5
(define (hash-table-intern! t key failure)
  (let ((value (%ref t key %missing)))
    (if (eq? value %missing)
        (let ((value (failure)))
          (hash-table-set! t key value)
          value)
        value)))

;;> (hash-table-update! table key updater [failure [success]]) puts (updater
;;> value) under key; value comes as in hash-table-ref
;;> (let ((t (make-hash-table))) (hash-table-update! t 'a (lambda (n) (+ n 1))
;;>   (lambda () 0)) (hash-table-ref t 'a)) => 1
(define hash-table-update!
  (case-lambda
    ((t key updater)
     (hash-table-set! t key (updater (hash-table-ref t key))))
    ((t key updater failure)
     (let ((value (%ref t key %missing)))
       (hash-table-set!
        t key (updater (if (eq? value %missing) (failure) value)))))
    ((t key updater failure success)
     (hash-table-set! t key
                      (updater (hash-table-ref t key failure success))))))

;;> (hash-table-update!/default table key updater default) -> the same with a
;;> value in place of failure
;;> (let ((t (make-hash-table))) (hash-table-update!/default t 'a (lambda (n)
;;>   (+ n 1)) 0) (hash-table-ref t 'a)) => 1
(define (hash-table-update!/default t key updater default)
  (hash-table-set! t key (updater (%ref t key default))))

;;> (hash-table-pop! table) -> two values, some key and its value, which is
;;> deleted
;;> (call-with-values (lambda () (hash-table-pop! (hash-table eq? 'a 1))) list)
;;>   => (a 1)
(define (hash-table-pop! t)
  (let ((entry (if (%hash-table? t)
                   (%hash-table-first t)
                   (let ((entries (hash-table->alist t)))
                     (and (pair? entries) (car entries))))))
    (if (not entry)
        (error "hash-table-pop!: the table is empty"))
    (hash-table-delete! t (car entry))
    (values (car entry) (cdr entry))))

;;> (hash-table-clear! table) deletes all entries
;;> (let ((t (hash-table eq? 'a 1))) (hash-table-clear! t) (hash-table-size t))
;;>   => 0
(define (hash-table-clear! t)
  (cond ((custom? t)
         (%hash-table-clear! (custom-buckets t))
         (custom-size! t 0))
        (else (%hash-table-clear! t))))

;;> (hash-table-equivalence-function table), (hash-table-hash-function table)
;;> -> what the table was made with
;;> (eq? equal? (hash-table-equivalence-function (make-hash-table))) => #t
(define (hash-table-equivalence-function t)
  (if (custom? t)
      (custom-same? t)
      (case (%hash-table-sameness t)
        ((eq) eq?)
        ((eqv) eqv?)
        ((string) string=?)
        ((string-ci) string-ci=?)
        ((number) =)
        ((default) %default=?)
        ((comparator) (car (%hash-table-equality t)))
        (else equal?))))

(define (hash-table-hash-function t)
  (if (custom? t)
      (custom-hash t)
      (case (%hash-table-sameness t)
        ((eq eqv) hash-by-identity)
        ((string) string-hash)
        ((string-ci) string-ci-hash)
        ((number) number-hash)
        ((default)
         (comparator-hash-function (make-default-comparator)))
        ((comparator) (cdr (%hash-table-equality t)))
        (else hash))))

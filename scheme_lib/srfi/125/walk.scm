;;; What goes over a whole table: always over a copy of its entries, so that
;;; the procedure may change it.

;;> (hash-table-size table) -> how many entries
;;> (hash-table-size (hash-table eq? 'a 1)) => 1
(define (hash-table-size t)
  (if (%hash-table? t) (%hash-table-size t) (%other-size t)))

;; Of what is no table an error, with its words.
(define (%other-size t)
  (if (custom? t) (custom-size t) (%hash-table-size t)))

;;> (hash-table-empty? table) -> has it none?
;;> (hash-table-empty? (make-hash-table)) => #t
(define (hash-table-empty? t)
  (if (%hash-table? t) (%hash-table-empty? t) (%other-empty? t)))

(define (%other-empty? t) (= 0 (%other-size t)))

;;> (hash-table-mutable? table) -> may it be changed? (every table may)
;;> (hash-table-mutable? (make-hash-table)) => #t
(define (hash-table-mutable? t)
  (if (hash-table? t)
      #t
      (error "hash-table-mutable?: wanted a hash table, got" t)))

;;> (hash-table->alist table) -> the entries as pairs
;;> (hash-table->alist (hash-table eq? 'a 1 'b 2)) => ((a . 1) (b . 2))
(define (hash-table->alist t)
  (if (%hash-table? t) (%hash-table->alist t) (%other->alist t)))

(define (%other->alist t)
  (if (custom? t)
      (let loop ((buckets (%hash-table->alist (custom-buckets t)))
                 (entries '()))
        (if (null? buckets)
            (reverse entries)
            (loop (cdr buckets)
                  (let each ((l (cdar buckets)) (entries entries))
                    (if (null? l)
                        entries
                        (each (cdr l)
                              (cons (cons (caar l) (cdar l)) entries)))))))
      (%hash-table->alist t)))

;;> (hash-table-keys table), (hash-table-values table) -> a list of those
;;> (hash-table-keys (hash-table eq? 'a 1 'b 2)) => (a b)
(define (hash-table-keys t)
  (if (%hash-table? t) (%hash-table-keys t) (%other-keys t)))
(define (hash-table-values t)
  (if (%hash-table? t) (%hash-table-values t) (%other-values t)))

(define (%other-keys t)
  (if (custom? t) (map car (hash-table->alist t)) (%hash-table-keys t)))
(define (%other-values t)
  (if (custom? t) (map cdr (hash-table->alist t)) (%hash-table-values t)))

;;> (hash-table-entries table) -> two values, the keys and the values
;;> (call-with-values (lambda () (hash-table-entries (hash-table eq? 'a 1)))
;;>   list) => ((a) (1))
(define (hash-table-entries t)
  (values (hash-table-keys t) (hash-table-values t)))

;; All entries as they are now.
(define (%entries t)
  (if (%hash-table? t) (%hash-table-entries t) (%other-entries t)))

(define (%other-entries t)
  (if (custom? t)
      (%alist-entries (hash-table->alist t))
      (%hash-table-entries t)))

;; Evaluates body with i at each of the entries of t.
(define-syntax %for-entries
  (syntax-rules ()
    ((_ (entries i t) body)
     (let* ((entries (%entries t)) (end (%entries-end entries)))
       (let loop ((i 0))
         (when (< i end)
           body
           (loop (+ i 1))))))))

;; The same with a state, which is next for the next entry; the last state.
(define-syntax %fold-entries
  (syntax-rules ()
    ((_ (entries i t) (state seed) next)
     (let* ((entries (%entries t)) (end (%entries-end entries)))
       (let loop ((i 0) (state seed))
         (if (< i end)
             (loop (+ i 1) next)
             state))))))

;; What follows takes its arguments in the order of SRFI 125 or the older one.
;; In line, where the procedure is known, it is a loop; a procedure that is
;; foreseen is none, or seldom meant (see %foreseen?).

;;> (hash-table-fold f seed table) -> (f key value state) over all entries; the
;;> order of SRFI 69, table first, is understood too
;;> (hash-table-fold (lambda (k v sum) (+ v sum)) 0 (hash-table eq? 'a 1 'b 2))
;;>   => 3
(define (hash-table-fold f seed t)
  (if (%foreseen? f)
      (if (hash-table? f) (%fold seed t f) (%fold f seed t))
      (%fold-entries (entries i t) (state seed)
                     (f (%entry-key entries i) (%entry-value entries i)
                        state))))

(define (%fold f seed t)
  (%fold-entries (entries i t) (state seed)
                 (f (%entry-key entries i) (%entry-value entries i) state)))

;; (proc table) from arguments in the order of SRFI 125 or the older one.
(define (%in-order a b receiver)
  (if (hash-table? a) (receiver b a) (receiver a b)))

;;> (hash-table-for-each proc table), (hash-table-walk table proc) calls (proc
;;> key value) on all entries
;;> (let ((n 0)) (hash-table-walk (hash-table eq? 'a 1) (lambda (k v) (set! n
;;>   v))) n) => 1
(define-syntax %for-each-entry
  (syntax-rules ()
    ((_ f t)
     (if (%foreseen? f)
         (%walk f t)
         (%for-entries (entries i t)
                       (f (%entry-key entries i)
                          (%entry-value entries i)))))))
(define (hash-table-for-each f t) (%for-each-entry f t))
(define (hash-table-walk t f) (%for-each-entry f t))

(define (%walk a b)
  (%in-order a b
             (lambda (f t)
               (hash-table-for-each (lambda (k v) (f k v)) t))))

;;> (hash-table-find proc table [failure]) -> the first true value of (proc key
;;> value), else that of (failure), else #f
;;> (hash-table-find (lambda (k v) (and (= v 2) k)) (hash-table eq? 'a 1 'b 2)
;;>   (lambda () 'none)) => b
(define hash-table-find
  (case-lambda
    ((proc t)
     (if (%foreseen? proc)
         (%find proc t %nothing)
         (let* ((entries (%entries t)) (end (%entries-end entries)))
           (let loop ((i 0))
             (and (< i end)
                  (or (proc (%entry-key entries i) (%entry-value entries i))
                      (loop (+ i 1))))))))
    ((a b failure) (%find a b failure))))

(define (%nothing) #f)

(define (%find a b failure)
  (%in-order a b
             (lambda (proc t)
               (or (hash-table-find (lambda (k v) (proc k v)) t)
                   (failure)))))

;;> (hash-table-count pred table) -> for how many entries (pred key value)
;;> holds
;;> (hash-table-count (lambda (k v) (odd? v)) (hash-table eq? 'a 1 'b 2)) => 1
(define (hash-table-count pred t)
  (if (%foreseen? pred)
      (%count pred t)
      (%fold-entries (entries i t) (found 0)
                     (if (pred (%entry-key entries i)
                               (%entry-value entries i))
                         (+ found 1)
                         found))))

(define (%count a b)
  (%in-order a b
             (lambda (pred t)
               (hash-table-count (lambda (k v) (pred k v)) t))))

;;> (hash-table-map proc comparator table) -> a table with (proc value) in
;;> place of each value
;;> (hash-table->alist (hash-table-map - eq? (hash-table eq? 'a 1)))
;;>   => ((a . -1))
(define (hash-table-map proc comparator t)
  (let ((to (make-hash-table comparator)))
    (%for-entries (entries i t)
                  (hash-table-set! to (%entry-key entries i)
                                   (proc (%entry-value entries i))))
    to))

;;> (hash-table-map! proc table) puts (proc key value) in place of each value
;;> (let ((t (hash-table eq? 'a 1))) (hash-table-map! (lambda (k v) (- v)) t)
;;>   (hash-table-ref t 'a)) => -1
(define (hash-table-map! proc t)
  (if (%foreseen? proc)
      (%map! proc t)
      (%for-entries (entries i t)
                    (let ((key (%entry-key entries i)))
                      (hash-table-set! t key
                                       (proc key
                                             (%entry-value entries i)))))))

(define (%map! a b)
  (%in-order a b
             (lambda (proc t)
               (hash-table-map! (lambda (k v) (proc k v)) t))))

;;> (hash-table-map->list proc table) -> the values of (proc key value)
;;> (hash-table-map->list list (hash-table eq? 'a 1)) => ((a 1))
(define (hash-table-map->list proc t)
  (if (%foreseen? proc)
      (%map->list proc t)
      (%collected
       (%fold-entries (entries i t) (results (%collector))
                      (%collect results
                                (proc (%entry-key entries i)
                                      (%entry-value entries i)))))))

(define (%map->list a b)
  (%in-order a b
             (lambda (proc t)
               (hash-table-map->list (lambda (k v) (proc k v)) t))))

;;> (hash-table-prune! pred table) deletes the entries for which (pred key
;;> value) holds
;;> (let ((t (hash-table eq? 'a 1 'b 2))) (hash-table-prune! (lambda (k v)
;;>   (odd? v)) t) (hash-table-keys t)) => (b)
(define (hash-table-prune! pred t)
  (if (%foreseen? pred)
      (%prune! pred t)
      (%for-entries (entries i t)
                    (if (pred (%entry-key entries i)
                              (%entry-value entries i))
                        (hash-table-delete! t (%entry-key entries i))))))

(define (%prune! a b)
  (%in-order a b
             (lambda (pred t)
               (hash-table-prune! (lambda (k v) (pred k v)) t))))

;;> (hash-table-empty-copy table) -> an empty table of the same kind
;;> (hash-table-size (hash-table-empty-copy (hash-table eq? 'a 1))) => 0
(define (hash-table-empty-copy t)
  (if (custom? t)
      (%new-custom (custom-same? t) (custom-hash t))
      (%hash-table-empty-copy t)))

;;> (hash-table-copy table [mutable?]) -> a copy, which may be changed
;;> (hash-table-ref (hash-table-copy (hash-table eq? 'a 1)) 'a) => 1
(define (hash-table-copy t . mutable?)
  (if (custom? t)
      (let ((to (hash-table-empty-copy t)))
        (hash-table-for-each (lambda (k v) (hash-table-set! to k v)) t)
        to)
      (%hash-table-copy t)))

;;> (hash-table=? value-comparator-or-equality a b) -> the same keys with the
;;> same values?
;;> (hash-table=? = (hash-table eq? 'a 1) (hash-table eq? 'a 1)) => #t
(define (hash-table=? comparator a b)
  (let ((same? (if (comparator? comparator)
                   (comparator-equality-predicate comparator)
                   comparator)))
    (and (= (hash-table-size a) (hash-table-size b))
         (%same-values? same? a b))))

(define (%same-values? same? a b)
  (let ((known (%hash-tables-agree
                a b
                (if (and (eq? same? %default=?)
                         (not (%world-setting 'srfi-128-registered)))
                    'default
                    same?))))
    (if (boolean? known)
        known
        (let loop ((l (hash-table->alist a)))
          (or (null? l)
              (let ((other (%ref b (caar l) %missing)))
                (and (not (eq? other %missing))
                     (same? (cdar l) other)
                     (loop (cdr l)))))))))

;;> (hash-table-union! a b), (hash-table-merge! a b) -> a with the entries of b
;;> whose keys it lacked
;;> (hash-table->alist (hash-table-union! (hash-table eq? 'a 1) (hash-table eq?
;;>   'a 2 'b 3))) => ((a . 1) (b . 3))
(define (hash-table-union! a b)
  (if (not (%hash-table-combined! a b 'union))
      (hash-table-for-each
       (lambda (k v)
         (if (not (hash-table-contains? a k)) (hash-table-set! a k v)))
       b))
  a)
(define hash-table-merge! hash-table-union!)

;;> (hash-table-intersection! a b) -> a without the keys that b lacks
;;> (hash-table-keys (hash-table-intersection! (hash-table eq? 'a 1 'b 2)
;;>   (hash-table eq? 'b 3))) => (b)
(define (hash-table-intersection! a b)
  (if (not (%hash-table-combined! a b 'intersection))
      (hash-table-prune! (lambda (k v) (not (hash-table-contains? b k))) a))
  a)

;;> (hash-table-difference! a b) -> a without the keys of b
;;> (hash-table-keys (hash-table-difference! (hash-table eq? 'a 1 'b 2)
;;>   (hash-table eq? 'b 3))) => (a)
(define (hash-table-difference! a b)
  (if (not (%hash-table-combined! a b 'difference))
      (hash-table-prune! (lambda (k v) (hash-table-contains? b k)) a))
  a)

;;> (hash-table-xor! a b) -> a with the entries whose keys only one has
;;> (hash-table-keys (hash-table-xor! (hash-table eq? 'a 1 'b 2) (hash-table
;;>   eq? 'b 3 'c 4))) => (a c)
(define (hash-table-xor! a b)
  (if (not (%hash-table-combined! a b 'xor))
      (hash-table-for-each
       (lambda (k v)
         (if (hash-table-contains? a k)
             (hash-table-delete! a k)
             (hash-table-set! a k v)))
       b))
  a)

;;; Keys of every kind in every kind of table: symbols and characters are looked up as they are, and are never mistaken
;;; for what looks like them.
(import (scheme base) (scheme char) (srfi 1) (srfi 125) (srfi 128))

(define keys
  (list 'a (string->symbol "b c") "a" #\a #\x10000 #\xe9 97 -97 1073741823 1073741824 -1073741824 12345678901234567890
        1.5 97.0 3/4 #t #f '() '(a) '(a "b" 3) '(#\a) (vector 'a) (bytevector 97) car))

(define (filled table)
  (let loop ((l keys) (i 0))
    (unless (null? l)
      (hash-table-set! table (car l) i)
      (loop (cdr l) (+ i 1))))
  table)

(define (found table)
  (map (lambda (key) (hash-table-ref/default table key 'none)) keys))

(define equals (filled (make-hash-table equal?)))
(define eqvs (filled (make-hash-table eqv?)))

(list (hash-table-size equals) (hash-table-size eqvs)) ; => (24 24)
(equal? (found equals) (iota 24)) ; => #t
(equal? (found eqvs) (iota 24)) ; => #t
(equal? (hash-table-keys equals) keys) ; => #t
(every eqv? (hash-table-keys eqvs) keys) ; => #t
(equal? (map cdr (hash-table->alist equals)) (iota 24)) ; => #t

(define (change! table)
  (hash-table-update! table 'a (lambda (x) (list x)) (lambda () 'no))
  (hash-table-update!/default table #\a (lambda (x) (list x)) 'no)
  (hash-table-update!/default table #\x10000 (lambda (x) (list x)) 'no)
  (hash-table-delete! table 97 #\xe9)
  (list (hash-table-ref table 'absent (lambda () 'thunk)) (hash-table-contains? table (string->symbol "a"))))

(list (change! equals) (change! eqvs)) ; => ((thunk #t) (thunk #t))
(take (found equals) 8) ; => ((0) 1 2 (3) (4) none none 7)
(equal? (found equals) (found eqvs)) ; => #t

;; what is known of a key
(define (count-kinds s)
  (let ((t (make-hash-table eqv?)))
    (string-for-each
     (lambda (c)
       (hash-table-update!/default t c (lambda (n) (+ n 1)) 0)
       (hash-table-update!/default t (if (char-alphabetic? c) 'letter 'other) (lambda (n) (+ n 1)) 0)
       (hash-table-update!/default t (char->integer c) (lambda (n) (+ n 1)) 0))
     s)
    (map (lambda (key) (hash-table-ref/default t key 0)) (list #\a 'letter 'other 97 #\space #\x1F600))))
(count-kinds "a banana \x1F600; and an apple") ; => (7 17 6 7 5 1)

(define t (make-hash-table equal?))
(define (kept t)
  (hash-table-set! t 'literal 1)
  (hash-table-set! t #\l 2)
  (hash-table-set! t "literal" 3)
  (hash-table-set! t 5 4)
  (hash-table-set! t #f 5)
  (list (hash-table-ref t 'literal (lambda () 'no)) (hash-table-ref t #\l (lambda () 'no))
        (hash-table-ref t "literal" (lambda () 'no)) (hash-table-ref t 5 (lambda () 'no))
        (hash-table-ref t #f (lambda () 'no)) (hash-table-ref t #t (lambda () 'no))))
(kept t) ; => (1 2 3 4 5 no)

;; a table of strings takes no symbol
(hash-table-set! (make-hash-table string=?) 'a 1) ; error: type: a string
(hash-table-ref (make-hash-table string=?) 'a (lambda () 0)) ; error: type: a string

;; there is no order between symbols, nor between characters
(define default (make-default-comparator))
(hash-table=? default (hash-table default 'a 'x 'b #\y) (hash-table default 'b #\y 'a 'x)) ; => #t
(hash-table=? default (hash-table default 'a 'x) (hash-table default 'a 'y)) ; => #f
(hash-table=? default (hash-table default 'a 'x) (hash-table default 'b 'x)) ; => #f
(hash-table=? default (hash-table default #\a #\x) (hash-table default #\a "x")) ; => #f

;; lists of lists, of vectors, and of what is no text: found by others that are equal?, as they were when they were put in
(define states (make-hash-table equal?))
(define (visit! . key) (hash-table-update!/default states key (lambda (n) (+ n 1)) 0))
(visit! '(1 2) '(3 . 4) #(a "b") #\c 1.5 '() #t)
(visit! '(1 2) '(3 . 4) (vector 'a (string #\b)) #\c 1.5 '() #t)
(visit! '(1 2 3) '4 #(a "b") #\c 1.5 '() #t)
(visit! '(1 2) '(3 4) #(a "b") #\c 1.5 '() #t)
(hash-table-values states) ; => (2 1 1)
(define long (list (iota 40) (list->vector (iota 300)) "x"))
(hash-table-set! states long 'long)
(hash-table-ref/default states (list (iota 40) (list->vector (iota 300)) (string #\x)) #f) ; => long
(hash-table-ref/default states (list (iota 40) (list->vector (iota 299)) "x") #f) ; => #f
(define ring (list 1 2))
(set-cdr! (cdr ring) ring)
(hash-table-set! states (list ring 1) 'ring)
(hash-table-ref/default states (list ring 1) #f) ; => ring
(define by-default (make-hash-table (make-default-comparator)))
(hash-table-set! by-default '((1 2) (3.0)) 'found)
(map (lambda (key) (hash-table-ref/default by-default key #f)) '(((1.0 2) (3)) ((1 2) (3.5)) (1 2 (3)))) ; => (found #f #f)
(hash-table-set! by-default '((1/2)) 'half)
(hash-table-ref/default by-default '((0.5)) #f) ; => half

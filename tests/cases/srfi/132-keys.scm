;;; (srfi 132): orders that compare what they take of both sides, and such that only look like it.
(import (scheme base) (scheme char) (srfi 1) (srfi 132))
(define entries '((x . 2) (y . 1) (z . 2)))
(list-sort (lambda (a b) (< (cdr a) (cdr b))) entries) ; => ((y . 1) (x . 2) (z . 2))
(list-sort (lambda (a b) (> (cdr a) (cdr b))) entries) ; => ((x . 2) (z . 2) (y . 1))
(list-sort (lambda (a b) (< (cdr b) (cdr a))) entries) ; => ((x . 2) (z . 2) (y . 1))
(vector-sort (lambda (a b) (string<? (symbol->string (car b)) (symbol->string (car a)))) (list->vector entries)) ; => #((z . 2) (y . 1) (x . 2))
(list-sort (lambda (a b) (< b a)) '(1 3 2)) ; => (3 2 1)
(let ((v (vector 3 1 2))) (vector-sort! (lambda (a b) (> a b)) v) v) ; => #(3 2 1)
(list-sort (lambda (a b) (< (string-length a) (string-length b))) '("ccc" "a" "bb" "d")) ; => ("a" "d" "bb" "ccc")
;; not the same on both sides
(list-sort (lambda (a b) (< (car a) (cdr b))) '((1 . 9) (0 . 9))) ; => ((0 . 9) (1 . 9))
(list-sort (lambda (a b) (< (- a 5) (- b 5 5))) '(1 2)) ; => (1 2)
(list-sort (lambda (a b) (< (length entries) (length entries))) '(2 1)) ; => (2 1)
;; a key that does more than look is asked at each comparison, and may leave
(define asked 0)
(define (counted x) (set! asked (+ asked 1)) x)
(list-sort (lambda (a b) (< (counted a) (counted b))) '(3 1 2)) ; => (1 2 3)
(> asked 3) ; => #t
(call/cc (lambda (k) (list-sort (lambda (a b) (< (if (= a 7) (k 'left) a) (if (= b 7) (k 'left) b))) '(1 7)))) ; => left
;; keys that are none
(list-sort (lambda (a b) (< (car a) (car b))) '((1) 5)) ; error: type: car: wanted a pair, got 5
(list-sort (lambda (a b) (< (car a) (car b))) '((1) (x))) ; error: type: <: argument
(list-sort (lambda (a b) (string<? (cdr a) (cdr b))) '((1 . "b") (2 . "a") (3 . c))) ; error: type: string<?: argument
(list-sort (lambda (a b) (< (cdr a) (cdr b))) '((1 . 1/2) (2 . 0.25))) ; => ((2 . 0.25) (1 . 1/2))
;; a procedure of the program that has a name, and one that is defined anew
(define (by-first a b) (< (car a) (car b)))
(define (sorted l) (list-sort by-first l))
(sorted '((2 b) (1 a))) ; => ((1 a) (2 b))
(define (by-first a b) (> (car a) (car b)))
(sorted '((2 b) (1 a) (3 c))) ; => ((3 c) (2 b) (1 a))
;; orders that a procedure of the program makes
(define made #f)
(define (by key) (lambda (a b) (< (key a) (key b))))
(define (by-any less? key) (lambda (a b) (less? (key a) (key b))))
(list-sort (by cdr) entries) ; => ((y . 1) (x . 2) (z . 2))
(vector-sort (by-any > cdr) (list->vector entries)) ; => #((x . 2) (z . 2) (y . 1))
(list-sort (by-any string<? symbol->string) '(b c a)) ; => (a b c)
(let ((key cdr)) (list-sort (by key) entries)) ; => ((y . 1) (x . 2) (z . 2))
(list-sort (by (begin (set! made 'once) cdr)) entries) ; => ((y . 1) (x . 2) (z . 2))
made ; => once
(list-sort (by counted) '(3 1 2)) ; => (1 2 3)
(list-sort (by car cdr) entries) ; error: arity:
(list-sort (by car) entries) ; error: type: <: argument
(define (set-by key) (set! made 'set) (lambda (a b) (< (key a) (key b))))
(list-sort (set-by cdr) entries) ; => ((y . 1) (x . 2) (z . 2))
made ; => set
(define (sorted l) (list-sort (by cdr) l))
(sorted entries) ; => ((y . 1) (x . 2) (z . 2))
(define (by key) (lambda (a b) (> (key a) (key b))))
(sorted entries) ; => ((x . 2) (z . 2) (y . 1))
(define (by . keys) (lambda (a b) #f))
(sorted entries) ; => ((x . 2) (y . 1) (z . 2))
;; keys and orders that variables hold
(define (sort-by key l) (list-sort (lambda (a b) (< (key a) (key b))) l))
(define (sort-on less? l) (list-sort (lambda (a b) (less? (car a) (car b))) l))
(define (sort-with less? key l) (vector->list (vector-sort (lambda (a b) (less? (key b) (key a))) (list->vector l))))
(sort-by cdr entries) ; => ((y . 1) (x . 2) (z . 2))
(sort-by (lambda (e) (- (cdr e))) entries) ; => ((x . 2) (z . 2) (y . 1))
(set! asked 0)
(sort-by counted '(3 1 2)) ; => (1 2 3)
(> asked 3) ; => #t
(sort-by 5 '(2 1)) ; error: type:
(sort-by 5 '(2)) ; => (2)
(sort-by car '((2) 1)) ; error: type: car: wanted a pair, got 1
(sort-by (lambda (x y) x) '(2 1)) ; error: arity:
(call/cc (lambda (k) (sort-by (lambda (x) (if (= x 1) (k 'left) x)) '(3 1 2)))) ; => left
(sort-on > '((1 a) (3 b) (2 c))) ; => ((3 b) (2 c) (1 a))
(sort-on string<? '(("b") ("a"))) ; => (("a") ("b"))
(sort-on (lambda (a b) (> a b)) '((1 a) (3 b))) ; => ((3 b) (1 a))
(sort-with < cdr entries) ; => ((x . 2) (z . 2) (y . 1))
(let ((key car)) (set! key cdr) (list-sort (lambda (a b) (< (key a) (key b))) entries)) ; => ((y . 1) (x . 2) (z . 2))
(letrec ((sorted (lambda (l) (list-sort (lambda (a b) (< (key a) (key b))) l))) (key cdr)) (sorted entries))
; => ((y . 1) (x . 2) (z . 2))
(define (distinct same? key l) (delete-duplicates l (lambda (a b) (same? (key a) (key b)))))
(distinct = cdr entries) ; => ((x . 2) (y . 1))
(distinct (lambda (a b) #f) cdr entries) ; => ((x . 2) (y . 1) (z . 2))
;; one key after the other
(define people '((3 "b" #\x) (1 "a" #\y) (3 "a" #\z) (1 "a" #\x) (2 "c" #\x)))
(list-sort (lambda (a b) (or (< (car a) (car b)) (and (= (car a) (car b)) (string<? (cadr a) (cadr b))))) people)
; => ((1 "a" #\y) (1 "a" #\x) (2 "c" #\x) (3 "a" #\z) (3 "b" #\x))
(list-sort (lambda (a b)
             (cond ((> (car a) (car b)) #t)
                   ((= (car b) (car a))
                    (if (string=? (cadr a) (cadr b)) (char<? (caddr a) (caddr b)) (string<? (cadr a) (cadr b))))
                   (else #f)))
           people) ; => ((3 "a" #\z) (3 "b" #\x) (2 "c" #\x) (1 "a" #\x) (1 "a" #\y))
(list-sort (lambda (a b)
             (cond ((< (car b) (car a)) #t)
                   ((< (car a) (car b)) #f)
                   ((string<? (cadr a) (cadr b)) #t)
                   ((string>? (cadr a) (cadr b)) #f)
                   (else (char>? (caddr a) (caddr b)))))
           people) ; => ((3 "a" #\z) (3 "b" #\x) (2 "c" #\x) (1 "a" #\y) (1 "a" #\x))
(define (older? a b)
  (or (> (car a) (car b)) (and (= (car a) (car b)) (string<? (cadr a) (cadr b)))))
(map car (list-sort older? people)) ; => (3 3 2 1 1)
(map cadr (list-sort older? people)) ; => ("a" "b" "c" "a" "a")
;; what looks like it and is not
(map car (list-sort (lambda (a b) (or (< (car a) (car b)) (and (= (car a) 3) (string<? (cadr a) (cadr b))))) people))
; => (1 1 2 3 3)
(list-sort (lambda (a b) (if (eqv? (car a) (car b)) (< (cdr a) (cdr b)) (< (car a) (car b)))) '((1 . 2) (1.0 . 1)))
; => ((1 . 2) (1.0 . 1))
(list-sort (lambda (a b) (or (< (car a) (car b)) (and (= (car a) (car b)) (< (cdr a) (cdr b))))) '((1 . 2) (1.0 . 1)))
; => ((1.0 . 1) (1 . 2))
;; a second key is asked for where the first ones are the same, and not elsewhere
(list-sort (lambda (a b) (or (< (car a) (car b)) (and (= (car a) (car b)) (< (cadr a) (cadr b))))) '((3) (1 2) (1 1)))
; => ((1 1) (1 2) (3))
(list-sort (lambda (a b) (or (< (car a) (car b)) (and (= (car a) (car b)) (< (cadr a) (cadr b))))) '((1 x) (1 1)))
; error: type: <: argument
(list-sort (lambda (a b) (or (< (car a) (car b)) (and (= (car a) (car b)) (< (cadr a) (cadr b))))) '((1) (1 1)))
; error: type: cadr
(list-sort (lambda (a b) (< (car a) (car b))) '(5)) ; => (5)
(vector-sort (lambda (a b) (< (car a) (car b))) #(5)) ; => #(5)
;; duplicates by what is taken of both
(delete-duplicates '((a . 1) (b . 2) (a . 3)) (lambda (x y) (eq? (car x) (car y)))) ; => ((a . 1) (b . 2))
(delete-duplicates '("a" "B" "b") (lambda (x y) (string=? (string-downcase x) (string-downcase y)))) ; => ("a" "B")
(delete-duplicates '(1 2.0 2 1.0) (lambda (x y) (= x y))) ; => (1 2.0)
;; keys of (srfi 95)
(import (srfi 95))
(sort '("ccc" "a" "bb") < string-length) ; => ("a" "bb" "ccc")
(sort (vector 3 -1 2) > abs) ; => #(3 2 -1)
(sort '((1 . b) (0 . a)) < car) ; => ((0 . a) (1 . b))
(sort '(1 2) < car) ; error: type: car: wanted a pair
(sort '(2 1) < (lambda (x) (counted x))) ; => (1 2)
;; integers of 64 bits, longer ones, and what is none
(import (srfi 132))
(list-sort < '(9223372036854775807 -9223372036854775808 0)) ; => (-9223372036854775808 0 9223372036854775807)
(list-sort > '(1 9223372036854775808 -5)) ; => (9223372036854775808 1 -5)
(list-sort < '(1.5 1 -2)) ; => (-2 1 1.5)
;; keys that gather, and such that may fail: handlers are asked outside
(define (weight l) (if (null? l) (error "no members" l) (apply + (map (lambda (x) (* x x)) l))))
(define (by-weight l) (list-sort (lambda (a b) (< (weight a) (weight b))) l))
(by-weight '((3) (1 1) (2 1))) ; => ((1 1) (2 1) (3))
(by-weight '((3) () (1 1))) ; error: error: no members ()
(guard (e ((error-object? e) (error-object-message e))) (by-weight '((3) () (1 1)))) ; => "no members"
(define param (make-parameter 'outside))
(define (handled k)
  (with-exception-handler
   (lambda (e) (k (list (param) (error-object-irritants e))))
   (lambda () (parameterize ((param 'inside)) (by-weight '(() (1)))))))
(call/cc handled) ; => (inside (()))
(guard (e (#t (list 'second (error-object-message e))))
  (with-exception-handler (lambda (e) (raise e)) (lambda () (by-weight '((3) ()))))) ; => (second "no members")
(define (weight l) (if (null? l) (raise 'nothing) (car l)))
(guard (e ((symbol? e) e)) (by-weight '((3) ()))) ; => nothing
;; orders of ours by their names: what is sorted is but handed on
(define (letters word) (list->string (list-sort char<? (string->list word))))
(map letters '("listen" "silent" "")) ; => ("eilnst" "eilnst" "")
(letters 5) ; error: type: string->list
(define (largest l) (car (list-sort > l)))
(list (largest '(3 1 2)) (largest '(1 5/2)) (length (list-sort string<? '("b" "a")))) ; => (3 5/2 2)
(largest '(1 a)) ; error: type: >: argument
(largest '(1 . 2)) ; error: type: list-sort: argument 2: wanted a proper list
(list-sort 5 '()) ; error: error: list-sort: wanted a procedure as order, got
(list-sort <= '(2 1 3)) ; => (1 2 3)
(let ((l (list 2 1))) (let ((s (list-sort < l))) (set-car! s 9) (list l s))) ; => ((2 1) (9 2))
(let ((order <)) (list-sort order '(2 1))) ; => (1 2)
(let ((< >)) (list-sort < '(1 2))) ; => (2 1)
;; what is taken of both sides is a primitive, which may fail
(list-sort (lambda (a b) (> (length a) (length b))) '((1) (1 2) () (1 2 3))) ; => ((1 2 3) (1 2) (1) ())
(list-sort (lambda (a b) (string<? (string-downcase a) (string-downcase b))) '("b" "A" "c")) ; => ("A" "b" "c")
(list-sort (lambda (a b) (< (length a) (length b))) '((1) 5 (1 2))) ; error: type: length: wanted a proper list, got 5
(list-sort (lambda (a b) (< (length a) (length b))) 5) ; error: type: list-sort: argument 2: wanted a proper list, got 5
(vector-sort 5 #()) ; error: error: vector-sort: wanted a procedure as order, got 5
(let ((v (vector 2 1))) (vector-sort! 5 v)) ; error: error: vector-sort!: wanted a procedure as order, got 5
(list-sort char<? (list #\b #\a 1)) ; error: type: char<?
(list-sort char<? '(#\c #\a #\x1F600 #\b)) ; => (#\a #\b #\c #\😀)
;; keys that are strings made for it, numbers read, and texts in which case does not count
(list-sort (lambda (a b) (string<? (symbol->string a) (symbol->string b))) '(pear Fig apple fig)) ; => (Fig apple fig pear)
(list-sort (lambda (a b) (string>? (string-append (car a) "/" (cdr a)) (string-append (car b) "/" (cdr b)))) '(("a" . "b") ("b" . "a") ("a" . "c"))) ; => (("b" . "a") ("a" . "c") ("a" . "b"))
(list-sort (lambda (a b) (< (string->number (car a)) (string->number (car b)))) '(("10" x) ("9" y) ("2.5" z))) ; => (("2.5" z) ("9" y) ("10" x))
(list-sort (lambda (a b) (< (string->number a) (string->number b))) '("1" "x" "2")) ; error: type: <
(list-sort (lambda (a b) (string<? (symbol->string a) (symbol->string b))) '(b "a" c)) ; error: type: symbol->string
(list-sort (lambda (a b) (string<? (symbol->string a) (symbol->string b))) '("alone")) ; => ("alone")
(list-sort string-ci<? '("b" "A" "a" "B" "ß" "SS")) ; => ("A" "a" "b" "B" "ß" "SS")
(list-sort string-ci>? '("b" "A" "a" "B")) ; => ("b" "B" "A" "a")
(list-sort (lambda (a b) (string-ci<? (cdr b) (cdr a))) '((1 . "a") (2 . "B") (3 . "A"))) ; => ((2 . "B") (1 . "a") (3 . "A"))
(list-sort string-ci<? '("a" b)) ; error: type: string-ci<?
(list (delete-duplicates '("a" "A" "b" "straße" "STRASSE" "B") string-ci=?) (delete-duplicates '((1 . "x") (2 . "X")) (lambda (a b) (string-ci=? (cdr a) (cdr b)))) (delete-duplicates '(a) string-ci=?)) ; => (("a" "b" "straße") ((1 . "x")) (a))
(delete-duplicates '("a" b) string-ci=?) ; error: type: string-ci=?
(list (lset-union string-ci=? '("a" "b") '("B" "c")) (lset-intersection string-ci=? '("a" "b") '("B" "c")) (lset-difference string-ci=? '("a" "b") '("B")) (lset-adjoin string-ci=? '("a") "A" "b") (lset= string-ci=? '("a" "B") '("b" "A")) (delete "A" '("a" "b" "A") string-ci=?)) ; => (("c" "a" "b") ("b") ("a") ("b" "a") #t ("b"))
(let ((seen '())) (list (list-sort (lambda (a b) (set! seen (cons a seen)) (string-ci<? a b)) '("b" "A")) (pair? seen))) ; => (("A" "b") #t)
;; a key is told by a string in an alist, as of JSON
(define rows '((("name" . "b") ("age" . 30)) (("name" . "c") ("age" . 20)) (("age" . 30) ("name" . "a"))))
(define (names rows) (map (lambda (row) (cdr (assoc "name" row))) rows))
(names (list-sort (lambda (a b) (< (cdr (assoc "age" a)) (cdr (assoc "age" b)))) rows)) ; => ("c" "b" "a")
(names (list-sort (lambda (a b) (string<? (cdr (assoc "name" a)) (cdr (assoc "name" b)))) rows)) ; => ("a" "b" "c")
(names (list-sort (lambda (a b) (< (cdr (assoc "age" a)) (string-length (cdr (assoc "name" b))))) rows)) ; => ("b" "c" "a")
(list-sort (lambda (a b) (< (cdr (assoc "age" a)) (cdr (assoc "ages" b)))) rows) ; error: type: cdr
(list-sort (lambda (a b) (< (cdr (assoc "x" a)) (cdr (assoc "x" b)))) rows) ; error: type: cdr
(list-sort (lambda (a b) (< (cdr (assoc "x" a)) (cdr (assoc "x" b)))) '(5)) ; => (5)

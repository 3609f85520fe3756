;;; (srfi 125), (srfi 69): what is sorted by what a table says, of which it is not known which table it is.
(import (scheme base) (srfi 1) (srfi 125) (srfi 128) (srfi 132) (srfi 95))
(define (counts words same?)
  (let ((table (make-hash-table same?)))
    (for-each (lambda (word) (hash-table-update!/default table word (lambda (n) (+ n 1)) 0)) words)
    table))
(define words '("b" "a" "c" "b" "d" "a" "b"))
(define (top table keys) (list-sort (lambda (a b) (> (hash-table-ref/default table a 0) (hash-table-ref/default table b 0))) keys))
(top (counts words string=?) '("d" "c" "a" "b")) ; => ("b" "a" "d" "c")
(top (counts words equal?) '("d" "x" "a" "b")) ; => ("b" "a" "d" "x")
(sort '("d" "x" "a" "b") < (let ((t (counts words equal?))) (lambda (key) (hash-table-ref/default t key 0)))) ; => ("x" "d" "a" "b")
(sort '(3 1 2) < (let ((t (hash-table = 1 10 2 5 3 7))) (lambda (key) (hash-table-ref/default t key 0)))) ; => (2 3 1)
(define (known-first table keys) (sort keys (lambda (a b) (and (hash-table-contains? table a) (not (hash-table-contains? table b))))))
(known-first (counts words string=?) '("x" "b" "y" "a")) ; => ("b" "a" "x" "y")
(define (by-list table keys) (sort keys (lambda (a b) (< (length (hash-table-ref/default table a '())) (length (hash-table-ref/default table b '()))))))
(by-list (alist->hash-table '((a 1 2) (b) (c 1)) eq?) '(a b c d)) ; => (b d c a)
(top 5 '("a" "b")) ; error: type: table
(top '((a . 1)) '("a" "b" "c")) ; error: type: table
(top (counts words string=?) '("a" b)) ; error: type:
;; a table that asks procedures of the program, which may do anything
(define asked 0)
(define saved #f)
(define (same? a b) (set! asked (+ asked 1)) (string=? a b))
(top (counts words same?) '("d" "c" "a" "b")) ; => ("b" "a" "d" "c")
(> asked 10) ; => #t
(known-first (counts words same?) '("x" "b" "y" "a")) ; => ("b" "a" "x" "y")
(define (leaving a b) (call-with-current-continuation (lambda (k) (if (not saved) (set! saved k)) (string=? a b))))
(define leaving-table (counts words leaving))
(set! saved #f)
(define rounds 0)
(let ((sorted (top leaving-table '("d" "c" "a" "b"))))
  (set! rounds (+ rounds 1))
  (if (< rounds 3) (saved #f) (list rounds (length sorted)))) ; => (3 4)
(top (counts words (lambda (a b) (if (string=? a "c") (raise 'no) (string=? a b)))) '("d" "c" "a" "b")) ; error: raise: raised: no
(top (counts words string=?) '("d" "c" "a" "b")) ; => ("b" "a" "d" "c")

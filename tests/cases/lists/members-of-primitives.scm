;;; Lists that primitives make and that are but walked along: nobody can tell them from the members.
(import (scheme base) (scheme char) (scheme write) (srfi 1) (srfi 69))

(define (sum l) (let loop ((l l) (n 0)) (if (null? l) n (loop (cdr l) (+ n (car l))))))
(define (table . plist)
  (let ((t (make-hash-table equal?)))
    (let loop ((l plist))
      (if (null? l) t (begin (hash-table-set! t (car l) (cadr l)) (loop (cddr l)))))))
(define (own)
  (let ((t (make-hash-table (lambda (a b) (= a b)))))
    (hash-table-set! t 1 10)
    (hash-table-set! t 2 20)
    t))

(let ((n 0)) (for-each (lambda (x) (set! n (+ n x))) (vector->list #(1 2 3))) n) ; => 6
(let ((n 0)) (for-each (lambda (x) (set! n (+ n x))) (vector->list #(1 2 3) 1)) n) ; => 5
(map (lambda (x) (* x x)) (vector->list #(1 2 3) 0 2)) ; => (1 4)
(apply + (vector->list #(1 2 3))) ; => 6
(apply max 7 (vector->list #(1 2 3) 1 3)) ; => 7
(length (vector->list (make-vector 5 0))) ; => 5
(length (string->list "abc")) ; => 3
(sum (vector->list #(1 2 3))) ; => 6
(let loop ((l (vector->list #(1 2 3) 1)) (n 0)) (if (pair? l) (loop (cdr l) (+ n (car l))) n)) ; => 5
(list->string (map (lambda (c) (if (char=? c #\a) #\z c)) (string->list "abc"))) ; => "zbc"
(map char->integer (string->list "ab" 1)) ; => (98)
(let ((l (vector->list #(1 2)))) (list (length l) l)) ; => (2 (1 2))
;; what is changed meanwhile does not count
(let ((v (vector 1 2 3)) (n 0)) (for-each (lambda (x) (vector-set! v 2 9) (set! n (+ n x))) (vector->list v)) n) ; => 6
(let* ((v (vector 1 2)) (l (vector->list v))) (vector-set! v 0 5) (list (car l) (length l))) ; => (1 2)
(let ((t (table 1 2 3 4)) (n 0))
  (for-each (lambda (k) (hash-table-delete! t k) (set! n (+ n k))) (hash-table-keys t))
  (list n (hash-table-size t))) ; => (4 0)
;; tables of ours and of a procedure of the program
(apply + (hash-table-values (table 'a 1 "b" 2))) ; => 3
(apply + (hash-table-values (own))) ; => 30
(length (hash-table-keys (own))) ; => 2
(map (lambda (k) k) (hash-table-keys (table 'a 1 "b" 2))) ; => (a "b")
(let ((n 0)) (for-each (lambda (e) (set! n (+ n (cdr e)))) (hash-table->alist (own))) n) ; => 30
(let ((n 0)) (for-each (lambda (e) (set! n (+ n (cdr e)))) (hash-table->alist (table 1 2 3 4))) n) ; => 6
(let ((l (hash-table->alist (table 1 2)))) (list l (length l) (map car l))) ; => (((1 . 2)) 1 (1))
(map hash-table-values (list (table 1 2) (own))) ; => ((2) (20 10))
(hash-table-keys (begin (table 1 2))) ; => (1)
;; a continuation comes back into the walk
(let ((k #f) (n 0) (seen '()))
  (for-each (lambda (x) (call/cc (lambda (c) (if (= x 2) (set! k c)))) (set! seen (cons x seen)))
            (vector->list #(1 2 3)))
  (set! n (+ n 1))
  (if (< n 3) (k #f))
  (reverse seen)) ; => (1 2 3 2 3 2 3)
;; mistakes
(for-each display (vector->list 5)) ; error: type: vector->list: argument 1: wanted a vector, got 5
(apply + (vector->list #(1 2) 3)) ; error: range: vector->list
(length (string->list 'a)) ; error: type: string->list
(for-each display (hash-table-keys 5)) ; error: type: hash-table-keys: argument 1: wanted a hash table, got 5
(apply + (hash-table-values '())) ; error: type: hash-table-values: argument 1: wanted a hash table, got ()
;; joined
(import (srfi 130))
(define (angled l sep) (string-join (map (lambda (x) (string-append "<" x ">")) l) sep))
(list (angled '("a" "b") ", ") (angled '() ", ") (angled '("a") "")) ; => ("<a>, <b>" "" "<a>")
(angled '("a" 5) ", ") ; error: type
(define (plain l sep) (string-join (map (lambda (x) x) l) sep))
(plain '("a" 5) "-") ; error: type: string-join: argument 1: wanted a list of strings, and a member is none, got 5
(plain '("a" "b") 'x) ; error: type: string-join: argument 2: wanted a string, got x
(define (upper s) (let ((names (map string-upcase (string-split s ",")))) (list (length names) (string-join names "/") (string-join names))))
(list (upper "a,b") (upper "") (upper "x")) ; => ((2 "A/B" "A B") (0 "" "") (1 "X" "X"))
(define (shared s) (let ((names (map string-upcase (string-split s ",")))) (list names (string-join names "/"))))
(shared "a,b") ; => (("A" "B") "A/B")
(string-join (string->list "ab") "-") ; error: type: string-join
(string-length (string-join (map (lambda (x) (make-string 1000000 #\a)) '(1 2 3)) "-")) ; => 3000002
(string-join (map (lambda (x) (make-string 1000000 #\a)) '(1 2 3 4 5)) "-") ; error: limit: string-join
;; numbers counted off
(list (iota 3) (iota 2 5) (iota 3 0 -1/2) (iota 2 1 0) (iota 2 0.5) (iota 0) (iota 2 (expt 10 20) (expt 10 20)))
; => ((0 1 2) (5 6) (0 -1/2 -1) (1 1) (0.5 1.5) () (100000000000000000000 200000000000000000000))
(define (squares n) (map (lambda (x) (* x x)) (iota n 1)))
(list (squares 3) (squares 0)) ; => ((1 4 9) ())
(squares -1) ; error: error: iota: wanted a count of 0 or more, got
(squares 2.0) ; error: error: iota: wanted a count
(iota 2 'a) ; error: type
(iota 2 1 'a) ; error: type
(iota 1 2 3 4) ; error: arity
(let ((l (iota 3))) (set-car! (cdr l) 'x) (list l (eq? l l) (iota 3))) ; => ((0 x 2) #t (0 1 2))
(map iota '(1 2)) ; => ((0) (0 1))
(let ((again #f) (turns 0))
  (let ((found (map (lambda (x) (if (= x 1) (call/cc (lambda (k) (set! again k) x)) x)) (iota 3))))
    (set! turns (+ turns 1))
    (if (< turns 3) (again (* 10 turns)) found))) ; => (0 20 2)
;; the sum of a list
(define (total l) (apply + l))
(list (total '(1 2 3)) (total '()) (total '(1 2.5)) (total (list 1/2 1/2)) (total (vector->list (make-vector 300 2))))
; => (6 0 3.5 1 600)
(total '(1 a)) ; error: type: +: wanted a number, got a
(total '(1 . 2)) ; error: type: apply: argument 2: wanted a proper list
(total '#1=(1 . #1#)) ; error: type: apply: argument 2
(total 5) ; error: type: apply: argument 2
(let ((+ *)) (apply + '(2 3))) ; => 6

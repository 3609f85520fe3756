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
(squares -1) ; error: error: iota: wanted a count of 0 or more, got -1
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
;; lists that are but appended: their members, where somebody just made them
(define (pairs xs ys) (append-map (lambda (x) (map (lambda (y) (list x y)) ys)) xs))
(define (pairs-too xs ys) (apply append (map (lambda (x) (map (lambda (y) (list x y)) ys)) xs)))
(list (pairs '(1 2) '(a b)) (pairs '() '(a)) (pairs '(1) '())) ; => (((1 a) (1 b) (2 a) (2 b)) () ())
(list (pairs-too '(1 2) '(a b)) (pairs-too '() '(a)) (pairs-too '(1) '())) ; => (((1 a) (1 b) (2 a) (2 b)) () ())
(pairs-too '(1) 5) ; error: error: map: wanted a list, got 5
(pairs-too 5 '()) ; error: error: map: wanted a list, got 5
(define (mixed l) (append-map (lambda (x) (cond ((pair? x) (vector->list (vector x 1))) ((symbol? x) (list x)) (else x))) l))
(list (mixed '(a (b) c)) (mixed '(a 5)) (mixed '((b)))) ; => ((a (b) 1 c) (a . 5) ((b) 1))
(mixed '(5 a)) ; error: type: append: argument 1: wanted a proper list, got 5
(define (runs l) (append-map (lambda (run) (make-list (cdr run) (car run))) l))
(list (runs '((a . 2) (b . 0) (c . 1))) (make-list 2 'x) (let ((l (make-list 2 0))) (set-car! l 1) l)) ; => ((a a c) (x x) (1 0))
(make-list -1 0) ; error: type: make-list
(let ((again #f) (turns 0))
  (let ((found (apply append
                      (map (lambda (x) (map (lambda (y) (if (= x y 2) (call/cc (lambda (k) (set! again k) y)) (* x y))) '(1 2 3)))
                           '(1 2)))))
    (set! turns (+ turns 1))
    (if (< turns 3) (again (* 100 turns)) found))) ; => (1 2 3 2 200 6)
(define kept #f)
(define (twice-entered)
  (append-map (lambda (x) (map (lambda (y) (call/cc (lambda (k) (if (and (= x 1) (= y 2) (not kept)) (set! kept k)) (+ x y)))) '(1 2))) '(1 2)))
(define first-time (twice-entered))
first-time ; => (2 3 3 4)
(define second-time #f)
(begin (if (not second-time) (begin (set! second-time #t) (kept 50))) first-time) ; => (2 50 3 4)
(define (some l) (append-map (lambda (x) (cond ((even? x) (list x (* x x))) ((> x 4) '()) (else (list x)))) l))
(list (some '(1 2 3 4 5)) (some '(5)) (some '()) (some '(2))) ; => ((1 2 4 3 4 16) () () (2 4))
(let ((l (some '(1 3)))) (set-car! l 'x) (list l (some '(1 3)))) ; => ((x 3) (1 3))
(define (marked l) (let ((seen '())) (let ((all (append-map (lambda (x) (let ((one (list x x))) (set! seen one) one)) l))) (list all seen))))
(let ((found (marked '(1 2)))) (eq? (cadr found) (cddr (car found)))) ; => #t
(apply append (map (lambda (x y) (list x y)) '(1 2) '(a b))) ; => (1 a 2 b)
(append-map (lambda (x y) (if (symbol? y) (list x y) y)) '(1 2) '(a (b . c))) ; => (1 a b . c)
(append-map (lambda (x) (if (symbol? x) (list x) x)) '(a (b . c) d)) ; error: type: append: argument 2
(append-map (lambda (x) (list x (car x))) '((1) 2)) ; error: type: car: wanted a pair, got 2
(let ((again #f) (turns 0))
  (let ((found (append-map (lambda (x) (list x (if (= x 1) (call/cc (lambda (k) (set! again k) x)) x))) '(0 1 2))))
    (set! turns (+ turns 1))
    (if (< turns 3) (again (* 10 turns)) found))) ; => (0 0 1 20 2 2)
;; the strings of a list in one
(define (joined l) (apply string-append l))
(list (joined '("a" "b")) (joined '()) (joined (map string '(#\a #\b #\c)))) ; => ("ab" "" "abc")
(joined '("a" 5)) ; error: type: string-append: argument 2: wanted a string, got 5
(joined '("a" . "b")) ; error: type: apply: argument 2: wanted a proper list
(joined "a") ; error: type: apply: argument 2: wanted a proper list
(joined '#1=("a" . #1#)) ; error: type: apply: argument 2
(let ((s (string-copy "ab"))) (let ((t (joined (list s)))) (string-set! s 0 #\x) (list s t))) ; => ("xb" "ab")
;; members that are given as an index are told as the list that they are
(define (at-itself v) (let ((l (vector->list v))) (list-ref l l)))
(guard (e (#t (error-object-irritants e))) (at-itself #(1 2))) ; => ((1 2))
(define (at-another) (let ((a (list 1 2)) (b (list 3 4))) (list-ref a b)))
(guard (e (#t (let ((given (car (error-object-irritants e)))) (list (pair? given) given)))) (at-another)) ; => (#t (3 4))

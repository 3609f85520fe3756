;;; Pieces of a string that procedures of the libraries walk along, and that are keys of tables.
(import (scheme base) (scheme char) (srfi 1) (only (srfi 69) make-hash-table hash-table-set! hash-table-ref
        hash-table-ref/default hash-table-exists? hash-table-keys hash-table-update!/default)
  (only (srfi 130) string-split))
(define (lengths s) (map string-length (string-split s ",")))
(lengths "a,bc,,d") ; => (1 2 0 1)
(lengths "") ; => ()
(lengths '(a)) ; error: error
(define (total s) (let ((n 0)) (for-each (lambda (x) (set! n (+ n (string-length x)))) (string-split s ",")) n))
(total "ab,c") ; => 3
(define (folded s) (fold (lambda (x n) (+ (string-length x) (* 10 n))) 0 (string-split s ",")))
(folded "ab,c,def") ; => 213
(define (told s) (map (lambda (x) (if (string=? x "bad") (error "bad piece" x) (string-upcase x))) (string-split s ",")))
(told "a,b") ; => ("A" "B")
(told "a,bad,b") ; error: error: bad piece "bad"
;; somebody keeps one: it is a string of its own
(define (kept s) (let ((l '())) (for-each (lambda (x) (if (string<? "b" x) (set! l (cons x l)))) (string-split s ",")) l))
(let ((l (kept "a,c,d,b"))) (string-set! (car l) 0 #\z) l) ; => ("z" "c")
;; keys
(define (counts s equality)
  (let ((t (make-hash-table equality)))
    (for-each (lambda (w) (hash-table-set! t w (+ 1 (hash-table-ref/default t w 0)))) (string-split s " "))
    (list (hash-table-ref/default t "a" 0) (hash-table-ref/default t "bc" 0) (length (hash-table-keys t)))))
(counts "a bc a b a" string=?) ; => (3 1 3)
(counts "a bc a b a" equal?) ; => (3 1 3)
(counts "a bc a b a" eq?) ; => (0 0 5)
(counts "a bc a b a" string-ci=?) ; => (3 1 3)
(define (seen s)
  (let ((t (make-hash-table string=?)) (twice 0))
    (for-each (lambda (w) (if (hash-table-exists? t w) (set! twice (+ twice 1)) (hash-table-set! t w w)))
              (string-split s ","))
    (cons twice (map (lambda (w) (hash-table-ref t w (lambda () 'none))) '("a" "b" "x")))))
(seen "a,b,a,a") ; => (2 "a" "b" none)
(define (key s) (let ((t (make-hash-table equal?)) (k (substring s 0 2))) (hash-table-set! t k 1) (hash-table-ref t k)))
(key "abc") ; => 1
(key "a") ; error: range
(define (same s) (let ((l (map char-downcase (string->list s)))) (equal? l (reverse l))))
(map same '("Otto" "" "ab" "𝔸b𝔸")) ; => (#t #t #f #t)
(let ((l (map (lambda (x) (* x 1000)) '(1 2 1)))) (equal? l (reverse l))) ; => #t
(let ((l (map (lambda (x) (* x 1000)) '(1 2 3)))) (equal? l (reverse l))) ; => #f
(let ((l (map inexact '(1 2)))) (equal? l (map (lambda (x) x) '(1 2)))) ; => #f

;;; Tables that are filled from lists made for them: whatever gives the entries, the first of a key counts.
(import (scheme base) (scheme write) (srfi 1) (srfi 125) (srfi 128) (only (srfi 132) list-sort))
(define-syntax refused?
  (syntax-rules () ((_ form) (guard (e ((error-object? e) #t)) form #f))))

(define words '("a" "bb" "a" "ccc"))
(define (place w l) (cons w (- (length words) (length l))))
(define (places same?) (alist->hash-table (pair-fold (lambda (l acc) (cons (place (car l) l) acc)) '() words) same?))
(define (sorted t) (list-sort (lambda (a b) (string<? (car a) (car b))) (hash-table->alist t)))

(sorted (alist->hash-table (map (lambda (w) (cons w (string-length w))) words) string=?)) ; => (("a" . 1) ("bb" . 2) ("ccc" . 3))
(sorted (alist->hash-table (map (lambda (w) (cons w (string-length w))) words))) ; => (("a" . 1) ("bb" . 2) ("ccc" . 3))
(sorted (places string=?)) ; => (("a" . 2) ("bb" . 1) ("ccc" . 3))
(sorted (places (make-default-comparator))) ; => (("a" . 2) ("bb" . 1) ("ccc" . 3))
(sorted (places (lambda (a b) (string=? a b)))) ; => (("a" . 2) ("bb" . 1) ("ccc" . 3))
(hash-table-ref (alist->hash-table (map cons '(1 2 3) '(x y z)) =) 2) ; => y
(hash-table-ref (alist->hash-table (map cons '(#\a #\b) '(x y)) char=?) #\b) ; => y
(hash-table-ref (alist->hash-table (filter (lambda (p) (odd? (car p))) '((1 . a) (2 . b) (3 . c))) eqv?) 3) ; => c
(hash-table-size (alist->hash-table '() equal?)) ; => 0
(let ((l (map (lambda (w) (cons w 1)) words))) (list (hash-table-size (alist->hash-table l equal?)) (length l))) ; => (3 4)
(let* ((l (list (cons 'a 1))) (t (alist->hash-table l eq?))) (set-cdr! (car l) 2) (hash-table-ref/default t 'a 0)) ; => 1
(let ((t (alist->hash-table (map (lambda (w) (cons w 0)) words) string=?)))
  (hash-table-set! t "d" 4)
  (hash-table-update! t "a" (lambda (n) (+ n 7)))
  (list (hash-table-ref/default t "d" 0) (hash-table-ref/default t "a" 0) (hash-table-size t))) ; => (4 7 4)
(refused? (alist->hash-table (map (lambda (w) (cons (string->symbol w) 1)) words) string=?)) ; => #t
(refused? (alist->hash-table (map (lambda (w) w) words) string=?)) ; => #t
(refused? (alist->hash-table 'a equal?)) ; => #t
(refused? (alist->hash-table '((a . 1) . b))) ; => #t
;; a key that is changed after it was put in does not change the table
(let* ((s (string #\a)) (t (alist->hash-table (map (lambda (x) (cons x 1)) (list s)) string=?)))
  (string-set! s 0 #\b)
  (list (hash-table-ref/default t "a" 0) (hash-table-ref/default t "b" 0))) ; => (1 0)

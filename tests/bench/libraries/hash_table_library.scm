;;; SRFI 125/69: grouping, joining and pruning tables.
(import (scheme base) (srfi 1) (srfi 128) (srfi 125))

(define words
  '("apple" "avocado" "banana" "blueberry" "cherry" "cranberry" "date" "elderberry"
    "fig" "grape" "apricot" "blackberry" "citron" "damson" "feijoa" "guava"))

(define (group-by-initial words)
  (let ((table (make-hash-table (make-default-comparator))))
    (for-each
     (lambda (word)
       (hash-table-update!/default table (substring word 0 1)
                                   (lambda (had) (cons word had)) '()))
     words)
    table))

(define (once)
  (let ((groups (group-by-initial words))
        (lengths (alist->hash-table (map (lambda (w) (cons w (string-length w))) words)
                                    string=?)))
    (hash-table-prune! (lambda (initial members) (null? (cdr members))) groups)
    (hash-table-update! lengths "fig" (lambda (n) (* n 10)) (lambda () 0))
    (let ((total 0))
      (hash-table-walk lengths (lambda (word n) (set! total (+ total n))))
      (+ total
         (hash-table-size groups)
         (hash-table-fold (lambda (k v n) (+ n (length v))) 0 groups)
         (hash-table-count (lambda (k v) (> v 6)) lengths)
         (apply + (hash-table-values lengths))
         (if (hash-table-contains? groups "d") 1 0)
         (length (hash-table->alist (hash-table-copy lengths)))))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (once))))))

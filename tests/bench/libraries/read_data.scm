;;; read: data out of texts.
(import (scheme base) (scheme read) (scheme write))

(define text
  "(config (name \"guard\") (limits (time 1.5) (memory 256)) (tags a b c d) (nested (1 (2 (3 (4 #t #f))))) #(10 20 30) (quote x))")

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (let ((data (read (open-input-string text))))
          (loop (+ i 1)
                (+ total
                   (length data)
                   (cadr (assq 'memory (cdr (assq 'limits (cdr data)))))
                   (vector-ref (list-ref data 5) 1)))))))

;;; Strings and hash tables: how often each word of a text occurs.
(import (scheme base) (scheme char) (srfi 69))

(define text "the quick brown fox jumps over the lazy dog the fox barks and the dog runs while a quick cat sleeps and dreams of the brown fox")

(define (split-at-blanks s)
  (let ((end (string-length s)))
    (let loop ((i 0) (start 0) (words '()))
      (cond ((= i end)
             (reverse (if (< start i) (cons (substring s start i) words) words)))
            ((char=? (string-ref s i) #\space)
             (loop (+ i 1)
                   (+ i 1)
                   (if (< start i) (cons (substring s start i) words) words)))
            (else (loop (+ i 1) start words))))))

(define (run n)
  (let ((counts (make-hash-table equal?)))
    (do ((i 0 (+ i 1)))
        ((= i n))
      (for-each
       (lambda (word)
         (hash-table-set! counts word
                          (+ 1 (hash-table-ref/default counts word 0))))
       (split-at-blanks text)))
    (list (hash-table-ref/default counts "the" 0)
          (hash-table-ref/default counts "fox" 0)
          (hash-table-size counts))))

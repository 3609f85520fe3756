;;; Strings and characters: a search by hand.
(import (scheme base))

(define (find-in text pattern)
  (define m (string-length pattern))
  (define last-start (- (string-length text) m))
  (define (match-at? i)
    (let loop ((j 0))
      (or (= j m)
          (and (char=? (string-ref text (+ i j)) (string-ref pattern j))
               (loop (+ j 1))))))
  (let search ((i 0))
    (cond ((> i last-start) #f)
          ((match-at? i) i)
          (else (search (+ i 1))))))

(define (run n)
  (let ((text (string-append (make-string 200 #\a) "needle")))
    (let repeat ((k 0) (found 0))
      (if (= k n)
          found
          (repeat (+ k 1) (find-in text "needle"))))))

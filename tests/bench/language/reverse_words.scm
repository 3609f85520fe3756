;;; Strings and characters: the words of a sentence in reverse order.
(import (scheme base))

(define sentence "never change a running system unless the benchmark says otherwise")

(define (words s)
  (let loop ((chars (string->list s)) (word '()) (found '()))
    (cond ((null? chars)
           (cons (list->string (reverse word)) found))
          ((char=? (car chars) #\space)
           (loop (cdr chars) '() (cons (list->string (reverse word)) found)))
          (else (loop (cdr chars) (cons (car chars) word) found)))))

(define (join words)
  (if (null? words)
      ""
      (let loop ((rest (cdr words)) (s (car words)))
        (if (null? rest)
            s
            (loop (cdr rest) (string-append s " " (car rest)))))))

(define (run n)
  (let loop ((i 0) (s sentence))
    (if (= i n)
        s
        (loop (+ i 1) (join (words s))))))

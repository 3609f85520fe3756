;;; Strings and characters: the words of a command line with quotes.
(import (scheme base) (scheme char))

(define line "git commit -m 'fix the thing' --author=\"A U Thor <a@example.org>\" src/main.c 'docs/read me.md'")

(define (split-words s)
  (let loop ((chars (string->list s)) (word '()) (started #f) (quoting #f) (words '()))
    (define (finished)
      (if started (cons (list->string (reverse word)) words) words))
    (if (null? chars)
        (reverse (finished))
        (let ((c (car chars)) (rest (cdr chars)))
          (cond (quoting
                 (if (char=? c quoting)
                     (loop rest word #t #f words)
                     (loop rest (cons c word) #t quoting words)))
                ((or (char=? c #\') (char=? c #\")) (loop rest word #t c words))
                ((char-whitespace? c) (loop rest '() #f #f (finished)))
                (else (loop rest (cons c word) #t #f words)))))))

(define (run n)
  (let loop ((i 0) (words '()))
    (if (= i n)
        words
        (loop (+ i 1) (split-words line)))))

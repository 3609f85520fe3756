;;; Ports: the lines, words and characters of a text, read by the character.
(import (scheme base) (scheme char))

(define text
  "It was the best of times,\nit was the worst of times,\nit was the age of wisdom,\nit was the age of foolishness,\n")

(define (wc port)
  (let loop ((lines 0) (words 0) (chars 0) (in-word #f))
    (let ((c (read-char port)))
      (cond ((eof-object? c) (list lines words chars))
            ((char=? c #\newline) (loop (+ lines 1) words (+ chars 1) #f))
            ((char-whitespace? c) (loop lines words (+ chars 1) #f))
            (in-word (loop lines words (+ chars 1) #t))
            (else (loop lines (+ words 1) (+ chars 1) #t))))))

(define (run n)
  (let loop ((i 0) (found '()))
    (if (= i n)
        found
        (loop (+ i 1) (wc (open-input-string text))))))

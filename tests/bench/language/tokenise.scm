;;; Strings and characters: the tokens of an expression.
(import (scheme base) (scheme char))

(define text "foo = (bar1 + 42) * baz_2 - 1017 / (x + y * (z - 8)) ; total")

(define (word-char? c)
  (or (char-alphabetic? c) (char-numeric? c) (char=? c #\_)))

(define (tokenise s)
  (define end (string-length s))
  (define (scan-while ok? i)
    (if (and (< i end) (ok? (string-ref s i)))
        (scan-while ok? (+ i 1))
        i))
  (let loop ((i 0) (tokens '()))
    (if (= i end)
        (reverse tokens)
        (let ((c (string-ref s i)))
          (cond ((char-whitespace? c) (loop (+ i 1) tokens))
                ((char-numeric? c)
                 (let ((j (scan-while char-numeric? i)))
                   (loop j (cons (string->number (substring s i j)) tokens))))
                ((word-char? c)
                 (let ((j (scan-while word-char? i)))
                   (loop j (cons (string->symbol (substring s i j)) tokens))))
                (else (loop (+ i 1) (cons c tokens))))))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (length (tokenise text)))))))

;;; SRFI 28 and (chibi string): messages formatted, lines joined and cut.
(import (scheme base) (srfi 1) (srfi 28)
        (only (chibi string) string-split string-join string-find? string-trim))

(define (message i)
  (format "~a: ~s has ~a entries, ~a left~%" i "queue" (* 2 i) (- 100 i)))

(define (run n)
  (let* ((messages (map message (iota n)))
         (text (string-join messages ""))
         (lines (string-split text #\newline)))
    (list (string-length text)
          (count (lambda (line) (string-find? line #\7)) lines)
          (string-length (string-join (map string-trim lines) "|")))))

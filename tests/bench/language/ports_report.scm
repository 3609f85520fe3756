;;; Ports: lines read, and a report written to a string port.
(import (scheme base) (scheme write))

(define text "alpha 3\nbeta 14\ngamma 15\ndelta 92\nepsilon 65\n")

(define (split-line line)
  (let loop ((i 0))
    (if (char=? (string-ref line i) #\space)
        (cons (substring line 0 i)
              (string->number (substring line (+ i 1) (string-length line))))
        (loop (+ i 1)))))

(define (report text)
  (let ((in (open-input-string text))
        (out (open-output-string)))
    (let loop ((line (read-line in)) (total 0))
      (cond ((eof-object? line)
             (write-string "total " out)
             (write total out)
             (get-output-string out))
            (else
             (let ((entry (split-line line)))
               (display (car entry) out)
               (write-char #\tab out)
               (display (* 2 (cdr entry)) out)
               (newline out)
               (loop (read-line in) (+ total (cdr entry)))))))))

(define (run n)
  (let loop ((i 0) (s ""))
    (if (= i n)
        s
        (loop (+ i 1) (report text)))))

;;; String ports: a table written as CSV, quoted where needed.
(import (scheme base) (scheme write) (srfi 1) (srfi 130))

(define (write-field field port)
  (cond ((number? field) (write field port))
        ((string-any (lambda (c) (memv c '(#\, #\" #\newline))) field)
         (write-char #\" port)
         (string-for-each
          (lambda (c)
            (when (char=? c #\") (write-char #\" port))
            (write-char c port))
          field)
         (write-char #\" port))
        (else (write-string field port))))

(define (write-row row port)
  (write-field (car row) port)
  (for-each (lambda (field) (write-char #\, port) (write-field field port)) (cdr row))
  (newline port))

(define (rows n)
  (map (lambda (i)
         (list i (string-append "item " (number->string i)) (* i 2) "plain" (if (even? i) "a, b" "c")))
       (iota n)))

(define (run n)
  (let ((port (open-output-string)))
    (for-each (lambda (row) (write-row row port)) (rows n))
    (string-length (get-output-string port))))

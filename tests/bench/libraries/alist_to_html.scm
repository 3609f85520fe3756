;;; Lists, symbols and string ports: a page written from nested data.
(import (scheme base) (scheme write) (srfi 1))

(define page
  '(html (head (title "Report & more"))
         (body (h1 "Tools <today>")
               (ul (li "shell") (li "find") (li "fetch"))
               (table (tr (td "a") (td 1)) (tr (td "b") (td 2)) (tr (td "c") (td 3))))))

(define (escape s)
  (let ((out (open-output-string)))
    (string-for-each
     (lambda (c)
       (case c
         ((#\<) (write-string "&lt;" out))
         ((#\>) (write-string "&gt;" out))
         ((#\&) (write-string "&amp;" out))
         (else (write-char c out))))
     s)
    (get-output-string out)))

(define (render x out)
  (cond ((string? x) (write-string (escape x) out))
        ((number? x) (display x out))
        (else
         (let ((tag (symbol->string (car x))))
           (write-string (string-append "<" tag ">") out)
           (for-each (lambda (child) (render child out)) (cdr x))
           (write-string (string-append "</" tag ">") out)))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (let ((out (open-output-string)))
          (render page out)
          (loop (+ i 1) (+ total (string-length (get-output-string out))))))))

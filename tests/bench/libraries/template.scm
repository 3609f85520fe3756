;;; String ports: a template filled in, with loops over an alist.
(import (scheme base) (scheme write) (srfi 1))

(define (with-output f)
  (let ((port (open-output-string)))
    (f port)
    (get-output-string port)))

(define (fill template values)
  (let ((in (open-input-string template)))
    (with-output
     (lambda (out)
       (let loop ((c (read-char in)))
         (cond ((eof-object? c) #t)
               ((char=? c #\{)
                (let name ((c (read-char in)) (chars '()))
                  (if (char=? c #\})
                      (display (cdr (assq (string->symbol (list->string (reverse chars))) values)) out)
                      (name (read-char in) (cons c chars))))
                (loop (read-char in)))
               (else (write-char c out) (loop (read-char in)))))))))

(define template "Dear {name},\nyour order {order} of {count} items (total {total}) left today.\n")

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (+ total
                 (string-length
                  (fill template
                        (list (cons 'name "Ann Example") (cons 'order i)
                              (cons 'count 3) (cons 'total 99)))))))))

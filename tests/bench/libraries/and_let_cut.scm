;;; SRFI 2, 8, 26: lookups that may fail, several values, cut.
(import (scheme base) (srfi 1) (srfi 2) (srfi 8) (srfi 26))

(define config
  '((server (host . "localhost") (port . "8080"))
    (client (host . "example.org"))
    (empty)))

(define (port-of section)
  (and-let* ((entry (assq section config))
             (port (assq 'port (cdr entry)))
             (number (string->number (cdr port)))
             ((> number 1023)))
    number))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (receive (small . large) (apply values (filter-map port-of '(server client empty none)))
          (loop (+ i 1)
                (+ total
                   small
                   (length large)
                   (apply + (map (cut * <> 2) '(1 2 3)))
                   (apply + (map (cut modulo i <>) '(2 3 5)))))))))

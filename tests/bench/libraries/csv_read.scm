;;; String ports: CSV with quotes read by the character.
(import (scheme base) (srfi 1))

(define text
  "name,age,city\nann,31,\"New York, NY\"\nbob,44,Paris\ncy,27,\"the \"\"old\"\" town\"\ndee,,Rome\n")

(define (read-field port)
  (if (eqv? (peek-char port) #\")
      (begin (read-char port) (read-quoted port))
      (let loop ((chars '()))
        (let ((c (peek-char port)))
          (if (or (eof-object? c) (char=? c #\,) (char=? c #\newline))
              (list->string (reverse chars))
              (loop (cons (read-char port) chars)))))))

(define (read-quoted port)
  (let loop ((chars '()))
    (let ((c (read-char port)))
      (cond ((not (char=? c #\")) (loop (cons c chars)))
            ((eqv? (peek-char port) #\") (read-char port) (loop (cons c chars)))
            (else (list->string (reverse chars)))))))

(define (read-row port)
  (let loop ((fields '()))
    (let* ((field (read-field port)) (c (read-char port)))
      (if (eqv? c #\,)
          (loop (cons field fields))
          (reverse (cons field fields))))))

(define (read-csv text)
  (let ((port (open-input-string text)))
    (let loop ((rows '()))
      (if (eof-object? (peek-char port))
          (reverse rows)
          (loop (cons (read-row port) rows))))))

(define (run n)
  (let loop ((i 0) (rows '()))
    (if (= i n)
        (concatenate rows)
        (loop (+ i 1) (read-csv text)))))

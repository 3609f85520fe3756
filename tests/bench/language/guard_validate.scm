;;; guard and error: records checked field by field; the messages are counted.
(import (scheme base))

(define people
  '(("ann" 31 "ann@example.org") ("bob" -4 "bob@example.org") ("" 20 "x@y")
    ("cy" 44 "nowhere") ("dee" 27 "dee@example.org") ("eve" 27 "eve@example.org")))

(define (contains? s c)
  (let loop ((i 0))
    (and (< i (string-length s))
         (or (char=? (string-ref s i) c) (loop (+ i 1))))))

(define (validate person)
  (let ((name (car person)) (age (cadr person)) (mail (car (cddr person))))
    (when (string=? name "") (error "name: wanted a text"))
    (unless (<= 0 age 150) (error "age: wanted 0 to 150" age))
    (unless (contains? mail #\@) (error "mail: wanted an address" mail))
    person))

(define (run n)
  (let loop ((i 0) (good 0) (bad 0))
    (if (= i n)
        (list good bad)
        (let each ((l people) (good good) (bad bad))
          (if (null? l)
              (loop (+ i 1) good bad)
              (let ((size (guard (e ((error-object? e)
                                     (- (string-length (error-object-message e))))
                                    (else 0))
                            (validate (car l))
                            1)))
                (if (> size 0)
                    (each (cdr l) (+ good 1) bad)
                    (each (cdr l) good (+ bad 1)))))))))

;;; guard and raise: numbers out of texts, some of which are none.
(import (scheme base))

(define texts '("12" "7" "x" "400" "" "9" "12a" "3"))

(define (parse text)
  (or (string->number text)
      (raise (list 'not-a-number text))))

(define (parse-or text default)
  (guard (e ((and (pair? e) (eq? (car e) 'not-a-number)) default))
    (parse text)))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (let each ((l texts) (total total))
                (if (null? l)
                    total
                    (each (cdr l) (+ total (parse-or (car l) -1)))))))))

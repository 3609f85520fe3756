;;; (tein safe-regexp): texts rewritten with groups, split and folded.
(import (scheme base) (tein safe-regexp))

(define text
  "The meeting of 2026-11-22 moves to 2026-12-01;  call   ann (555-1234) or bob (555-9876) before 2026-11-30.")

(define date (regexp "([0-9]{4})-([0-9]{2})-([0-9]{2})"))
(define phone (regexp "\\(([0-9]{3})-([0-9]{4})\\)"))
(define blanks (regexp " +"))

(define (once)
  (let* ((a (regexp-replace-all date text "$3.$2.$1"))
         (b (regexp-replace-all phone a "[$1 $2]"))
         (words (regexp-split blanks b)))
    (+ (string-length b)
       (length words)
       (regexp-fold blanks (lambda (i m s n) (+ n 1)) 0 text))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (once))))))

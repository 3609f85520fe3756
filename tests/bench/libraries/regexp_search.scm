;;; (tein safe-regexp): dates, addresses and versions searched in lines.
(import (scheme base) (srfi 1) (tein safe-regexp))

(define date (regexp "([0-9]{4})-([0-9]{2})-([0-9]{2})"))
(define mail (regexp "[A-Za-z0-9._-]+@[A-Za-z0-9.-]+"))
(define version (regexp "v?([0-9]+)\\.([0-9]+)(\\.[0-9]+)?$"))

(define lines
  '("2026-11-22 ann@example.org released v3.14.1"
    "nothing to see here"
    "on 2025-01-31 we met at the office, write to office.team@example.com"
    "upgrade to 2.7"
    "a long line without any of it, but with 2026-1-2 and an @ alone and 1.2.x"))

(define (once line)
  (let ((d (regexp-search date line))
        (v (regexp-search version line)))
    (+ (if d (string->number (regexp-match-submatch d 2)) 0)
       (length (regexp-extract mail line))
       (if v (string->number (regexp-match-submatch v 1)) 0)
       (if (regexp-matches? "[a-z ]+" line) 100 0))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (fold (lambda (line sum) (+ sum (once line))) 0 lines))))))

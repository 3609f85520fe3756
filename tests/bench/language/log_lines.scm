;;; Strings: fields cut out of the lines of a log, and a summary.
(import (scheme base))

(define lines
  '("2026-11-22 14:03:11 INFO fire=812 point=pre_tool ms=12"
    "2026-11-22 14:03:12 WARN fire=813 point=post_tool ms=140"
    "2026-11-22 14:03:15 INFO fire=814 point=pre_message ms=3"
    "2026-11-22 14:04:01 ERROR fire=815 point=pre_tool ms=1000"))

(define (index-of s c start)
  (let ((end (string-length s)))
    (let loop ((i start))
      (cond ((>= i end) #f)
            ((char=? (string-ref s i) c) i)
            (else (loop (+ i 1)))))))

(define (split s c)
  (let loop ((start 0) (parts '()))
    (let ((i (index-of s c start)))
      (if i
          (loop (+ i 1) (cons (substring s start i) parts))
          (reverse (cons (substring s start (string-length s)) parts))))))

(define (field parts name)
  (let loop ((parts parts))
    (if (null? parts)
        #f
        (let ((pair (split (car parts) #\=)))
          (if (and (pair? (cdr pair)) (string=? (car pair) name))
              (cadr pair)
              (loop (cdr parts)))))))

(define (run n)
  (let loop ((i 0) (ms 0) (bad 0))
    (if (= i n)
        (list ms bad)
        (let each ((l lines) (ms ms) (bad bad))
          (if (null? l)
              (loop (+ i 1) ms bad)
              (let ((parts (split (car l) #\space)))
                (each (cdr l)
                      (+ ms (string->number (field parts "ms")))
                      (if (member (list-ref parts 2) '("WARN" "ERROR")) (+ bad 1) bad))))))))

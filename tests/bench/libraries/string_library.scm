;;; SRFI 130: headers of a message: trimmed, split, joined, searched.
(import (scheme base) (scheme char) (srfi 1) (srfi 130))

(define message
  "From: Ann Example <ann@example.org>\nTo:   Bob <bob@example.org>, Cy <cy@example.org>\nSubject:  the  usual   thing  \nX-Mailer: none\nDate: Sun, 22 Nov 2026 15:17:52 +0000")

(define (header line)
  (let ((i (string-index line (lambda (c) (char=? c #\:)))))
    (cons (string-downcase (substring/cursors line (string-cursor-start line) i))
          (string-trim-both (substring/cursors line (string-cursor-next line i)
                                               (string-cursor-end line))))))

(define (once)
  (let* ((headers (map header (string-split message "\n")))
         (to (cdr (assoc "to" headers)))
         (names (map string-trim-both (string-split to ",")))
         (subject (string-join (remove string-null? (string-split (cdr (assoc "subject" headers)) " ")) " ")))
    (+ (length names)
       (string-length subject)
       (count (lambda (h) (string-prefix? "x-" (car h))) headers)
       (if (string-contains (cdr (assoc "from" headers)) "example") 1 0)
       (string-count to (lambda (c) (char=? c #\@)))
       (string-length (string-pad-right (string-take subject 3) 10))
       (string-length (string-concatenate (map car headers)))
       (if (string-suffix? "+0000" (cdr (assoc "date" headers))) 1 0))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (once))))))

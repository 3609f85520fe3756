;;; (harness policies large-write)

(define-library (harness policies large-write)
  (export large-write)
  (import (scheme base) (harness policy) (tein safe-regexp))
  (begin
    (define-policy large-write
      "No file is written that nobody can review."
      (parameters
       (lines 2000 "lines that a file may have")
       (characters 200000 "characters"))
      (pre_tool payload
        (let ((text (written-text payload)))
          (cond ((not text) '())
                ((> (string-length text) characters)
                 (object 'characters (told "this text has " (string-length text) " characters")))
                ((> (count-lines text) lines)
                 (object 'lines (told "this text has " (count-lines text) " lines")))
                (else '())))))

    (define (count-lines text) (length (regexp-split "\n" text)))))

;;; (harness policies large-write)

(define-library (harness policies large-write)
  (export large-write)
  (import (scheme base) (harness policy) (tein safe-regexp) (harness shell))
  (begin
    (define-policy large-write
      "No file is written that nobody can review."
      (parameters
       (lines 2000 "lines that a file may have")
       (characters 200000 "characters"))
      (once (rows (check-parameter 'lines lines count? "a whole number from 1"))
            (letters (check-parameter 'characters characters count? "a whole number from 1")))
      (pre_tool payload
        (let ((text (written-text payload)))
          (if text
              (judge text lines characters)
              (judge-commands payload "^$"
                (lambda (command)
                  (let ((text (command-input command)))
                    (if (and text (pair? (writes-to command)))
                        (judge text lines characters)
                        '()))))))))

    (define (judge text lines characters)
      (cond ((> (string-length text) characters)
             (object 'characters (told "this text has " (string-length text) " characters")))
            ((and (> (string-length text) lines) (> (count-lines text) lines))
             (object 'lines (told "this text has " (count-lines text) " lines")))
            (else '())))

    ;; what ends the last line begins no other
    (define (count-lines text)
      (length (regexp-split "\n" (regexp-replace "\n$" text ""))))))

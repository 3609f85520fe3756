;;; (engine results): the output of a tool, as the value that it stands for.

(define-library (engine results)
  (export plain-value)
  (import (scheme base) (scheme read) (tein json) (tein safe-regexp))
  (begin
    ;; Of a tool in Scheme what stands behind "result: ". A JSON text is its
    ;; data, a list or other datum that is written with a parenthesis or a #
    ;; what `read` makes of it; any other text is itself.
    (define (plain-value output)
      (let* ((found (regexp-matches
                     "(?s)result: (.*)\nstdout: .*\nstderr: .*" output))
             (text (if found (regexp-match-submatch found 1) output)))
        (cond ((regexp-search "^\\s*([{\\[\"0-9-]|true\\b|false\\b|null\\b)" text)
               (%or-text text (lambda () (json-parse text))))
              ((regexp-search "^\\s*[(#]" text)
               (%or-text text (lambda () (%whole text))))
              (else text))))

    (define (%or-text text parse)
      (guard (e (#t text)) (parse)))

    (define (%whole text)
      (let* ((port (open-input-string text)) (datum (read port)))
        (if (and (not (eof-object? datum)) (eof-object? (read port)))
            datum
            text)))))

;;; Parameters: the indentation of nested blocks.
(import (scheme base))

(define indent (make-parameter 0))
(define width 0)

(define (emit text)
  (set! width (max width (+ (indent) (string-length text)))))

(define (render tree)
  (cond ((string? tree) (emit tree))
        (else
         (emit (car tree))
         (parameterize ((indent (+ 2 (indent))))
           (for-each render (cdr tree))))))

(define document
  '("html" ("head" "title") ("body" ("div" "text" "more text") ("ul" "one" "two" "three"))))

(define (run n)
  (do ((i 0 (+ i 1)))
      ((= i n) width)
    (render document)))

;;; (harness policies house-rules)

(define-library (harness policies house-rules)
  (export house-rules)
  (import (scheme base) (harness policy) (harness answers))
  (begin
    (define-policy house-rules
      "The model is told the rules of this house when it begins."
      (parameters
       (rules '("Run the tests before you say that something works.")
              "texts; each is a line that the model reads"))
      (on_start payload
        (if (null? rules)
            '()
            (context (apply string-append "Rules of this project:"
                            (map (lambda (rule) (string-append "\n- " rule)) rules))))))))

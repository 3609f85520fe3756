;;; Of a long output the model reads the beginning and the end.

(define most 4000)
(define half (quotient most 2))

(define-hook pre_tool_output (output)
  (let ((n (string-length output)))
    (if (<= n most)
        (no-opinion)
        (rewrite-output
         (string-append (substring output 0 half)
                        "\n[… " (number->string (- n most)) " characters …]\n"
                        (substring output (- n half) n))))))

;;; (harness policies repeats)

(define-library (harness policies repeats)
  (export repeats)
  (import (scheme base) (harness policy) (harness answers) (harness session))
  (begin
    (define-policy repeats
      "The same call is not made again and again."
      (parameters
       (most 4 "how often in a row"))
      (pre_tool (tool_name arguments)
        (let* ((call (list tool_name arguments))
               (before (session-ref "policy repeats" '(#f 0)))
               (count (if (equal? (car before) call) (+ 1 (cadr before)) 1)))
          (session-set! "policy repeats" (list (if (large? arguments) 'large call) count))
          (if (> count most)
              (object 'most (told "this is the same call for the " count "th time: its result will be the same; try something else"))
              '()))))

    ;; what is too long to be kept is no repetition
    (define (large? arguments)
      (let ((text (payload-ref arguments "content" "")))
        (and (string? text) (> (string-length text) 20000))))))

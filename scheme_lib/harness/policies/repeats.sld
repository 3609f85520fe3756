;;; (harness policies repeats)

(define-library (harness policies repeats)
  (export repeats)
  (import (scheme base) (harness policy) (harness session))
  (begin
    (define-policy repeats
      "The same call is not made again and again."
      (parameters
       (most 4 "how often in a row"))
      (once (some (check-parameter 'most most count? "a whole number from 1")))
      (pre_tool payload
        (let ((count (fields-in-a-row "policy repeats" "tool_name arguments")))
          (if (> count most)
              (object 'most (told "this is the same call for the " count "th time: its result will be the same; try something else"))
              '()))))))

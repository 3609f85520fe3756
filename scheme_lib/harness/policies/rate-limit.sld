;;; (harness policies rate-limit)

(define-library (harness policies rate-limit)
  (export rate-limit)
  (import (scheme base) (harness policy) (harness session))
  (begin
    (define-policy rate-limit
      "So many calls are made in a minute, and no more."
      (parameters
       (calls 60 "how many")
       (seconds 60 "within so many seconds"))
      (once (some (check-parameter 'calls calls count? "a whole number from 1"))
            (span (check-parameter 'seconds seconds (lambda (n) (< 0 n +inf.0)) "a number of seconds over 0")))
      (pre_tool payload
        (if (rate "policy rate-limit" calls seconds)
            '()
            (object 'calls (told "more than " calls " calls in " seconds " seconds: wait, and think")))))))

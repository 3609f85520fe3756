;;; (harness policies budget)

(define-library (harness policies budget)
  (export budget)
  (import (scheme base) (harness policy) (harness session))
  (begin
    (define-policy budget
      "A session has so many calls, then the user is asked."
      (parameters
       (calls 500 "how many")
       (action "ask" "what an objection does: deny, ask the user, or warn"))
      (once (some (check-parameter 'calls calls count? "a whole number from 1")))
      (pre_tool payload
        (let ((count (in-a-row "policy budget" #t)))
          (if (> count calls)
              (object 'calls (told "this session has made " count " calls"))
              '()))))))

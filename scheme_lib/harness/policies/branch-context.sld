;;; (harness policies branch-context)

(define-library (harness policies branch-context)
  (export branch-context)
  (import (scheme base) (harness policy) (harness answers) (harness facts))
  (begin
    (define-policy branch-context
      "The model is told on which branch it works when it begins."
      (parameters)
      (on_start payload
        (let ((branch (git-branch)))
          (if branch
              (context (string-append
                        "The branch is " branch
                        (case (git-dirty?)
                          ((#t) "; there are changes that are not committed."
                                )
                          ((#f) "; everything is committed.")
                          (else "."))))
              '()))))))

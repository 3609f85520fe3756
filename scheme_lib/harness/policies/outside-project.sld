;;; (harness policies outside-project)

(define-library (harness policies outside-project)
  (export outside-project)
  (import (scheme base) (harness policy) (harness facts))
  (begin
    (define-policy outside-project
      "Files outside of the project are not written."
      (parameters
       (allowed '("/tmp" "/var/tmp" "/private/tmp" "/dev/null" "/dev/stderr" "/dev/stdout" "/dev/tty")
                "directories besides"))
      (once (directories (list->vector allowed)))
      (pre_tool payload
        (judge-changes payload ">"
          (lambda (words)
            (let ((found (find-outside words directories)))
              (if found
                  (object 'allowed (told "this is outside of the project: " found))
                  '()))))))))

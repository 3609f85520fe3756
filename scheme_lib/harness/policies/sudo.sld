;;; (harness policies sudo)

(define-library (harness policies sudo)
  (export sudo)
  (import (scheme base) (harness policy) (harness shell))
  (begin
    (define-policy sudo
      "Nothing runs as another user."
      (parameters
       (allowed '() "programs that may be run so"))
      (pre_tool payload
        (judge-commands payload "\\b(sudo|doas|su|pkexec|runas)\\b"
          (lambda (command)
            (if (and (member (command-name command)
                             '("sudo" "doas" "su" "pkexec" "run0" "sudoedit"))
                     (not (only-allowed? command allowed)))
                (object 'allowed (told "this runs as another user: "
                                       (command-source command)))
                '())))))

    (define (only-allowed? command allowed)
      (or (flag? command "help" "version" "V")
          (and (pair? (operands command "u" "g" "user" "group"))
               (member (car (operands command "u" "g" "user" "group")) allowed)
               #t)))))

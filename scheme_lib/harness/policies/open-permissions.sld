;;; (harness policies open-permissions)

(define-library (harness policies open-permissions)
  (export open-permissions)
  (import (scheme base) (harness policy) (srfi 1) (tein safe-regexp)
          (harness shell))
  (begin
    (define-policy open-permissions
      "Files stay closed to others: no 777, no setuid, no change of owner of a whole tree."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\b(chmod|chown)\\b"
          (lambda (command)
            (if (opens? command)
                (object #f (told "this opens files to others: "
                                 (command-source command)
                                 "; give the least that is needed, such as u+x"))
                '()))
          '("chmod" "chown" "chgrp" "setfacl" "mkdir" "install" "umask" "setcap" "icacls" "python" "python3"
            "node" "perl" "ruby")
          "chmod|chown|chgrp|setfacl|umask|setcap|icacls|\\b(?:mkdir|install)\\b.*\\s-(?:-mode|\\w*m)")))

    (define (opens? command)
      (let ((words (operands command)))
        (cond ((and (null? words) (not (command-code command))) #f)
              ((equal? (command-name command) "chmod")
               (any (lambda (word) (open-mode? (word-known word)))
                    (command-arguments command)))
              ((member (command-name command) '("chown" "chgrp"))
               (flag? command "R" "recursive"))
              ((equal? (command-name command) "setfacl")
               (any (lambda (word)
                      (regexp-search "\\b(o|other)::?[r-]*w" (word-known word)))
                    (command-arguments command)))
              ((member (command-name command) '("mkdir" "install"))
               (let ((mode (option command "m" "mode")))
                 (and mode (open-mode? (word-known mode)))))
              ((equal? (command-name command) "umask")
               (regexp-matches? "0?[0-7]?[0-7]?[0145]" (word-known (car words))))
              ((equal? (command-name command) "setcap") #t)
              ((equal? (command-name command) "icacls")
               (find-word "(?i)everyone:.*[FMW]" (command-arguments command)))
              (else (opens-by-code? command)))))

    (define (opens-by-code? command)
      (let ((code (command-code command)))
        (and code
             (regexp-search "\\bf?chmod(Sync)?\\b[^;\\n]*\\b0o?[0-7]?[0-7]{2}[2367]\\b" code)
             #t)))

    ;; written by anybody, or run as its owner
    (define (open-mode? word)
      (or (regexp-matches? "[0-7]?[0-7][0-7][2367]" word)
          (regexp-matches? "[2467][0-7]{3}" word)
          (regexp-matches? "([ugo]*[ao][ugo]*|)[+=][rx]*w[rwxX]*" word)
          (regexp-matches? "[ugoa]*[+=][rwx]*s[rwxst]*" word)
          (regexp-search "(^|,)([ugo]*[ao][ugo]*)[+=][rx]*w" word)))))

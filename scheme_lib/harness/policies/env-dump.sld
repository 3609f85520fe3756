;;; (harness policies env-dump)

(define-library (harness policies env-dump)
  (export env-dump)
  (import (scheme base) (harness policy) (srfi 1) (harness shell))
  (begin
    (define-policy env-dump
      "The whole environment, where credentials live, is not shown."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\b(env|printenv)\\b"
          (lambda (command)
            (if (dumps? command)
                (object #f (told "this shows the whole environment; ask for one variable by its name"))
                '()))
          #f
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("env" "export" "declare" "typeset" "set" "/environ"))

    (define (dumps? command)
      (let ((name (command-name command)) (words (command-arguments command)))
        (cond ((equal? name "printenv") (null? (operands command)))
              ((equal? name "env")
               (and (every (lambda (word) (member word '("-0" "--null" "-")))
                           words)
                    (null? (command-assignments command))))
              ((member name '("export" "declare" "typeset"))
               (and (every (lambda (word) (member word '("-p" "-x" "-px" "-xp")))
                           words)
                    (null? (command-assignments command))))
              ((equal? name "set") (null? words))
              (else
               (any (lambda (word)
                      (member (word-known word)
                              '("/proc/self/environ" "/proc/1/environ" "/proc/$$/environ")))
                    words)))))))

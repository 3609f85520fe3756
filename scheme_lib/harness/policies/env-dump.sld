;;; (harness policies env-dump)

(define-library (harness policies env-dump)
  (export env-dump)
  (import (scheme base) (harness policy) (srfi 1) (tein safe-regexp) (harness shell))
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
      '("env" "export" "declare" "typeset" "set" "/environ" "compgen" "ps "))

    (define (dumps? command)
      (let ((name (command-name command)) (words (command-arguments command)))
        (cond ((equal? name "printenv") (null? (operands command)))
              ((equal? name "env")
               (and (null? (operands command "u" "unset"))
                    (every (lambda (word) (not (member word '("-i" "--ignore-environment")))) words)
                    (null? (command-assignments command))))
              ((member name '("export" "declare" "typeset"))
               (and (every (lambda (word) (member word '("-p" "-x" "-px" "-xp")))
                           words)
                    (null? (command-assignments command))))
              ((equal? name "set") (null? words))
              ((equal? name "compgen") (flag? command "e" "v"))
              ((equal? name "ps")
               (find-word "^[a-z]*e[a-z]*w|^[a-z]*w[a-z]*e[a-z]*$|^-[A-Za-z]*E" words))
              ((equal? name "docker")
               (find-word "\\.Config\\.Env" words))
              ((equal? name "jq")
               (find-word "^(\\$ENV|env)(\\s*\\|.*)?$" words))
              ((member name '("echo" "grep" "rg" "git" "ls")) #f)
              (else
               (or (find-word "^/proc/[^/]+/environ$" (command-reads command))
                   (shows-all? (command-code command)))))))

    ;; a program's text that takes the environment whole
    (define (shows-all? code)
      (and code
           (regexp-search
            "\\bos\\.environ\\s*(\\)|$|\\.items|\\.copy|;)|\\bdict\\(os\\.environ|\\bprocess\\.env\\s*(\\)|$|,|;)|\\b(p|puts|print)\\s+ENV\\b[^\\[]*$|\\bENV\\.(to_h|each|inspect)|keys\\s+%ENV|(?:%ENV\\s*(?:[;)]|$))|\\bgetenv\\(\\s*\\)|\\$_ENV\\s*\\)|\\bENVIRON\\s*\\)|Deno\\.env\\.toObject"
            code)
           #t))))

;;; (harness policies outside-project)

(define-library (harness policies outside-project)
  (export outside-project)
  (import (scheme base) (harness policy) (harness answers) (srfi 1)
          (harness paths) (harness shell) (harness facts))
  (begin
    (define-policy outside-project
      "Files outside of the project are not written."
      (parameters
       (allowed '("/tmp" "/var/tmp" "/private/tmp" "/dev/null" "/dev/stderr" "/dev/stdout" "/dev/tty")
                "directories besides"))
      (pre_tool payload
        (let ((path (written-path payload)) (root (project-root)))
          (if path
              (judge path payload root allowed)
              (judge-commands payload ">"
                (lambda (command)
                  (let loop ((words (append (writes-to command) (changed command))))
                    (if (null? words)
                        '()
                        (let ((answer (judge (word-known (car words)) payload root allowed)))
                          (if (null? answer) (loop (cdr words)) answer))))))))))

    (define (judge path payload root allowed)
      (let ((cwd (payload-ref payload "cwd" root)))
        (cond ((string=? path "") '())
              ((or (path-inside? path root cwd)
                   (any (lambda (each) (path-inside? path each cwd)) allowed))
               (if (leads-out? path root allowed) (refuse path) '()))
              (else (refuse path)))))

    (define (refuse path)
      (object 'allowed (told "this is outside of the project: " path)))

    ;; a link inside may lead out
    (define (leads-out? path root allowed)
      (let ((real (real-path path)))
        (not (or (path-inside? real root)
                 (path-inside? real (real-path root))
                 (any (lambda (each) (path-inside? real each)) allowed)
                 (any (lambda (each) (path-inside? real (real-path each))) allowed)))))

    (define (changed command)
      (let ((name (command-name command)) (words (operands command "m" "mode" "s" "size")))
        (cond ((null? words) '())
              ((member name '("tee" "rm" "rmdir" "mkdir" "touch" "truncate" "shred" "unlink")) words)
              ((and (equal? name "sed") (flag? command "i")) (cdr words))
              ((member name '("cp" "mv" "ln" "install" "rsync")) (list (last words)))
              (else '()))))))

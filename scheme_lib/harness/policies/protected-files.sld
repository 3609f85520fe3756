;;; (harness policies protected-files)

(define-library (harness policies protected-files)
  (export protected-files)
  (import (scheme base) (harness policy) (srfi 1) (harness paths)
          (harness shell))
  (begin
    (define-policy protected-files
      "Certain files are not written, whatever writes them."
      (parameters
       (files '(".env" ".env.*" "!.env.example" "!.env.sample" "!.env.template"
                "*.pem" "*.key" "id_rsa" "id_ed25519" ".git/" ".npmrc" ".pypirc"
                ".netrc" "credentials")
              "lines as in a .gitignore"))
      (pre_tool payload
        (let ((path (written-path payload)))
          (if path
              (if (protected? path files) (refuse path) '())
              (judge-commands payload "\\.env\\b|\\.pem\\b|id_rsa"
                (lambda (command)
                  (let ((found (find (lambda (word)
                                       (and (string? word) (protected? word files)))
                                     (append (writes-to command) (changed command)))))
                    (if found (refuse found) '()))))))))

    (define (refuse path)
      (object 'files (told "this file is not to be written: " path)))

    (define (protected? path files)
      (and (> (string-length path) 0)
           (apply path-matches? path files)))

    (define (changed command)
      (let ((name (command-name command)) (words (operands command "s" "size")))
        (cond ((null? words) '())
              ((member name '("tee" "rm" "unlink" "shred" "truncate" "touch")) words)
              ((and (member name '("sed" "perl")) (flag? command "i" "in-place"))
               words)
              ((equal? name "mv") words)
              ((member name '("cp" "ln" "install")) (list (last words)))
              (else '()))))))

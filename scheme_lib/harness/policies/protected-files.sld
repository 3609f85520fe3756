;;; (harness policies protected-files)

(define-library (harness policies protected-files)
  (export protected-files)
  (import (scheme base) (harness policy) (harness paths) (harness shell))
  (begin
    (define-policy protected-files
      "Certain files are not written, whatever writes them."
      (parameters
       (files '(".env" ".env.*" "!.env.example" "!.env.example.*" "!.env.*.example" "!.env.sample" "!.env.template" "!.env.dist"
                "!.env.defaults" "!.env.schema"
                "*.pem" "*.key" "id_rsa" "id_ed25519" ".git/" ".npmrc" ".pypirc"
                ".netrc" "credentials")
              "lines as in a .gitignore"))
      (once (checked (check-lines 'files files)))
      (pre_tool payload
        (judge-changes payload "\\.env\\b|\\.pem\\b|id_rsa"
          (lambda (words)
            (let ((found (path-find words files)))
              (if found
                  (object 'files (told "this file is not to be written: "
                                       (word-source found)))
                  '())))
          files)))))

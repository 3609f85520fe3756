;;; (harness policies terraform)

(define-library (harness policies terraform)
  (export terraform)
  (import (scheme base) (harness policy) (tein safe-regexp) (harness shell))
  (begin
    (define-policy terraform
      "Infrastructure is planned here, and changed by people."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\b(terraform|tofu|pulumi|cdk)\\b"
          (lambda (command)
            (if (and (changes? command) (not (flag? command "help" "h")))
                (object #f (told "this changes infrastructure: "
                                 (command-source command) "; show a plan instead"))
                '()))
          %programs
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("apply" "destroy" "taint" "import" "force-unlock" "run-all" "state" "workspace" "auto-approve" "prod" " up"
        "refresh" "cancel" "stack" "deploy" "bootstrap" "remove" " rm" "terminate" "delete" "publish" "push"
        "promote" "rollback" "ansible" "packer" "ps:" "releases:" "pipelines:" "maintenance:" "container:"
        "change-set"))

    (define %programs
      '("terraform" "tofu" "terragrunt" "pulumi" "cdk" "serverless" "sls"
        "sst" "eb" "fly" "flyctl" "vercel" "netlify" "firebase" "copilot"
        "wrangler" "ansible-playbook" "aws" "ansible" "sam" "cdktf" "packer" "railway" "heroku"
        "gcloud" "az" "npm" "yarn" "pnpm" "amplify" "copilot" "render" "docker"))

    (define (changes? command)
      (let ((name (command-name command)) (words (subcommand command)))
        (cond ((null? words) (flag? command "auto-approve" "prod"))
              ((member name '("terraform" "tofu" "terragrunt"))
               (or (member (car words) '("apply" "destroy" "apply-all" "destroy-all" "taint" "untaint" "import" "force-unlock" "run-all"))
                   (and (equal? (car words) "state") (pair? (cdr words))
                        (member (cadr words) '("rm" "mv" "push" "replace-provider")))
                   (and (equal? (car words) "workspace") (pair? (cdr words))
                        (equal? (cadr words) "delete"))))
              ((equal? name "pulumi")
               (or (member (car words) '("up" "update" "destroy" "refresh" "import" "cancel"))
                   (and (member (car words) '("stack" "state")) (pair? (cdr words))
                        (member (cadr words) '("rm" "delete" "move" "rename" "unprotect")))))
              ((member name '("cdk" "cdktf")) (member (car words) '("deploy" "destroy" "bootstrap")))
              ((flag? command "dry-run") #f)
              ((member name '("serverless" "sls" "sst" "eb" "fly" "flyctl" "vercel" "netlify" "firebase" "copilot" "wrangler"
                              "sam" "railway" "amplify" "render"))
               (or (member (car words) '("deploy" "remove" "rm" "destroy" "terminate" "delete" "publish" "up" "push" "sites:delete" "promote" "rollback"))
                   (and (pair? (cdr words)) (member (cadr words) '("destroy" "delete" "deploy")))
                   (flag? command "prod")))
              ((equal? name "ansible")
               (not (or (flag? command "check" "C" "list-hosts" "version")
                        (equal? (option command "m" "module-name") "ping")
                        (equal? (option command "m" "module-name") "setup"))))
              ((equal? name "packer") (equal? (car words) "build"))
              ((equal? name "heroku")
               (and (regexp-matches? "ps:(scale|stop|kill)|releases:rollback|pipelines:promote|maintenance:on|container:release" (word-known (car words))) #t))
              ((equal? name "gcloud")
               (and (member "deploy" words) (not (member "list" words)) #t))
              ((equal? name "az")
               (and (equal? (car words) "deployment") (member "create" words) #t))
              ((member name '("npm" "yarn" "pnpm"))
               (and (member "cdk" words) (find-word "^(deploy|destroy)$" words) #t))
              ((equal? name "docker")
               (and (find-word "(^|/)(terraform|opentofu|pulumi)(:|$)" words)
                    (find-word "^(apply|destroy|up)$" words) #t))
              ((equal? name "ansible-playbook") (not (flag? command "check" "C" "syntax-check" "list-tasks" "list-hosts")))
              ((equal? name "aws")
               (and (equal? (car words) "cloudformation") (pair? (cdr words))
                    (member (cadr words) '("deploy" "delete-stack" "create-stack" "update-stack" "execute-change-set"))))
              (else #f))))))
